//! Lists of passages, compressed: which passages have a term, how often, and where.
//!
//! A list is its number of passages, then for each passage the distance to the one before, shifted by one
//! bit; the bit is set for the most frequent case, once in the text and not in the headings. Otherwise the
//! two counts follow. Lists of words go on with the places of the word, each as the distance to the one
//! before.

/// One passage of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The passage's number in the index.
    pub passage: u32,
    /// How often the term is in title and headings.
    pub in_headings: u16,
    /// How often it is in the text.
    pub in_text: u16,
}

/// A list while it grows.
#[derive(Debug, Default)]
pub(super) struct GrowingList {
    bytes: Vec<u8>,
    passages: u32,
    last: u32,
}

impl GrowingList {
    /// Adds a passage; passages come in rising order. `places` is empty in lists of grams.
    pub fn push(&mut self, posting: Posting, places: impl Iterator<Item = u32>) {
        let distance = posting.passage - self.last;
        self.last = posting.passage;
        self.passages += 1;
        let is_simple = posting.in_headings == 0 && posting.in_text == 1;
        push(&mut self.bytes, distance << 1 | u32::from(is_simple));
        if !is_simple {
            push(&mut self.bytes, u32::from(posting.in_headings));
            push(&mut self.bytes, u32::from(posting.in_text));
        }
        let mut last = 0;
        for place in places {
            push(&mut self.bytes, place - last);
            last = place;
        }
    }
}

/// Finished lists, one after another.
#[derive(Debug, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    bytes: Vec<u8>,
    have_places: bool,
}

impl Lists {
    pub fn new(lists: Vec<GrowingList>, have_places: bool) -> Self {
        let mut bytes = Vec::with_capacity(lists.iter().map(|list| list.bytes.len() + 2).sum());
        let mut starts = Vec::with_capacity(lists.len());
        for list in lists {
            starts.push(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
            push(&mut bytes, list.passages);
            bytes.extend_from_slice(&list.bytes);
        }
        bytes.shrink_to_fit();
        Self { starts, bytes, have_places }
    }

    /// A list by its number.
    pub fn list(&self, number: usize) -> Postings<'_> {
        let start = self.starts.get(number).map_or(self.bytes.len(), |start| *start as usize);
        let mut bytes = self.bytes.get(start..).unwrap_or_default();
        let passages = pull(&mut bytes);
        Postings { bytes, left: passages, passages, last: 0, have_places: self.have_places, places: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.bytes.capacity()
    }
}

/// Reads a list.
#[derive(Clone, Debug)]
pub struct Postings<'l> {
    bytes: &'l [u8],
    left: u32,
    passages: u32,
    last: u32,
    have_places: bool,
    /// How many places of the current passage were not read yet.
    places: u32,
}

impl Postings<'_> {
    /// How many passages the whole list has.
    pub const fn passages(&self) -> u32 {
        self.passages
    }

    /// The next passage.
    #[inline]
    pub fn advance(&mut self) -> Option<Posting> {
        self.skip_places();
        self.left = self.left.checked_sub(1)?;
        let head = pull(&mut self.bytes);
        self.last = self.last.wrapping_add(head >> 1);
        let (in_headings, in_text) =
            if head & 1 == 1 { (0, 1) } else { (pull_short(&mut self.bytes), pull_short(&mut self.bytes)) };
        if self.have_places {
            self.places = u32::from(in_headings) + u32::from(in_text);
        }
        Some(Posting { passage: self.last, in_headings, in_text })
    }

    /// Where the term stands in the current passage.
    pub fn places(&mut self) -> Vec<u32> {
        let mut place = 0;
        let left = std::mem::take(&mut self.places);
        let read = |_| {
            place += pull(&mut self.bytes);
            place
        };
        (0..left).map(read).collect()
    }

    fn skip_places(&mut self) {
        while self.places > 0 {
            let Some((first, rest)) = self.bytes.split_first() else { return };
            self.bytes = rest;
            self.places -= u32::from(*first < 0x80);
        }
    }
}

fn push(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
}

#[inline]
fn pull(bytes: &mut &[u8]) -> u32 {
    if let Some((first, rest)) = bytes.split_first()
        && *first < 0x80
    {
        *bytes = rest;
        return u32::from(*first);
    }
    pull_long(bytes)
}

fn pull_long(bytes: &mut &[u8]) -> u32 {
    let mut value = 0;
    let mut shift = 0;
    while let Some((first, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u32::from(first & 0x7f) << shift;
        if *first < 0x80 || shift >= 28 {
            break;
        }
        shift += 7;
    }
    value
}

fn pull_short(bytes: &mut &[u8]) -> u16 {
    u16::try_from(pull(bytes)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Entry = (Posting, Vec<u32>);

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let entry = (1..100_000_u32, 0..3_u16, proptest::collection::vec(0..300_u32, 1..5));
        proptest::collection::vec(entry, 0..20).prop_map(|entries| {
            let mut passage = 0;
            let mut list = Vec::new();
            for (distance, in_headings, mut places) in entries {
                passage += distance;
                places.sort_unstable();
                let count = u16::try_from(places.len()).unwrap();
                let in_headings = in_headings.min(count);
                list.push((Posting { passage, in_headings, in_text: count - in_headings }, places));
            }
            list
        })
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(lists in proptest::collection::vec(entries(), 1..4), read_places: bool) {
            let grow = |entries: &Vec<Entry>| {
                let mut list = GrowingList::default();
                for (posting, places) in entries {
                    list.push(*posting, places.iter().copied());
                }
                list
            };
            let written = Lists::new(lists.iter().map(grow).collect(), true);
            for (number, entries) in lists.iter().enumerate() {
                let mut list = written.list(number);
                prop_assert_eq!(list.passages() as usize, entries.len());
                for (posting, places) in entries {
                    prop_assert_eq!(list.advance(), Some(*posting));
                    if read_places {
                        prop_assert_eq!(&list.places(), places);
                    }
                }
                prop_assert_eq!(list.advance(), None);
            }
            prop_assert_eq!(written.list(lists.len()).advance(), None);
        }
    }
}
