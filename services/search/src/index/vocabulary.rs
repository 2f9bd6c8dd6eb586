//! The different terms of a course, sorted, in one piece of memory.

/// Terms by number, in alphabetical order.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    text: String,
    ends: Vec<u32>,
    /// Which letters each term has.
    bags: Vec<Bag>,
}

/// Which letters there are, each as one of 32 bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bag(u32);

impl Bag {
    pub fn of(term: &str) -> Self {
        Self(term.chars().fold(0, |bag, letter| bag | 1 << (u32::from(letter) % 32)))
    }

    /// How many letters only one of the two has, at least.
    pub const fn differs(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl Vocabulary {
    /// Takes terms in alphabetical order.
    pub fn new<'t>(terms: impl Iterator<Item = &'t str>) -> Self {
        let mut vocabulary = Self::default();
        for term in terms {
            vocabulary.text.push_str(term);
            vocabulary.bags.push(Bag::of(term));
            vocabulary.ends.push(u32::try_from(vocabulary.text.len()).unwrap_or(u32::MAX));
        }
        vocabulary.text.shrink_to_fit();
        vocabulary.ends.shrink_to_fit();
        vocabulary.bags.shrink_to_fit();
        vocabulary
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn term(&self, number: usize) -> &str {
        let end = |number: usize| self.ends.get(number).map_or(self.text.len(), |end| *end as usize);
        let start = number.checked_sub(1).map_or(0, end);
        self.text.get(start..end(number)).unwrap_or_default()
    }

    pub fn find(&self, term: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.term(middle).cmp(term) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// All terms, with their letters.
    pub fn terms(&self) -> impl Iterator<Item = (usize, &str, Bag)> {
        self.bags.iter().enumerate().map(|(number, bag)| (number, self.term(number), *bag))
    }

    pub fn bytes(&self) -> usize {
        self.text.capacity()
            + self.ends.capacity() * size_of::<u32>()
            + self.bags.capacity() * size_of::<Bag>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_by_themselves_and_by_number() {
        let terms = ["", "a", "avain", "ключ", "数据"];
        let vocabulary = Vocabulary::new(terms.into_iter());
        for (number, term) in terms.into_iter().enumerate() {
            assert_eq!((vocabulary.find(term), vocabulary.term(number)), (Some(number), term));
        }
        assert_eq!((vocabulary.find("b"), vocabulary.term(9)), (None, ""));
        assert_eq!(Vocabulary::default().find("a"), None);
    }
}
