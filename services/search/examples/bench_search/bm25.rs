//! Plain BM25 over one field, to compare with: stop words dropped, stemmed, k1 1.2, b 0.75.

use std::collections::HashMap;

use chatbot_search::analysis::{Language, words};

pub struct Bm25 {
    language: Language,
    postings: HashMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
}

impl Bm25 {
    pub fn new(language: &str, texts: &[String]) -> Self {
        let mut bm25 =
            Self { language: Language::of(language), postings: HashMap::new(), lengths: Vec::new() };
        for (number, text) in texts.iter().enumerate() {
            let terms = bm25.terms(text);
            bm25.lengths.push(terms.len() as f64);
            let mut times: HashMap<String, f64> = HashMap::new();
            for term in terms {
                *times.entry(term).or_default() += 1.0;
            }
            for (term, times) in times {
                bm25.postings.entry(term).or_default().push((number, times));
            }
        }
        bm25
    }

    fn terms(&self, text: &str) -> Vec<String> {
        let words = words(text).into_iter().filter(|word| !self.language.is_stop_word(word));
        words.map(|word| self.language.stem(&word).into_owned()).collect()
    }

    pub fn search(&self, question: &str) -> Vec<usize> {
        let all = self.lengths.len() as f64;
        let average = self.lengths.iter().sum::<f64>() / all;
        let mut scores: HashMap<usize, f64> = HashMap::new();
        for term in self.terms(question) {
            let Some(list) = self.postings.get(&term) else { continue };
            let with = list.len() as f64;
            let rarity = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            for (number, times) in list {
                let norm = 1.2 * (0.25 + 0.75 * self.lengths[*number] / average);
                *scores.entry(*number).or_default() += rarity * 2.2 * times / (times + norm);
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.into_iter().take(10).map(|(number, _)| number).collect()
    }
}
