//! Which days of statistics may be shown. A number that tells of fewer than five students tells too much of each.
//!
//! The days of a chatbot on which few asked are put together with the days after them, from the first of each month on,
//! until five students are among them: a block. A period shows the blocks that lie in it whole. Whatever two periods
//! are compared, the difference is a sum of whole blocks, hence of five students or more. What is left at the end of a
//! month is not shown.

use std::collections::{BTreeMap, BTreeSet};

use chatbot_protocol::{ChatbotId, UserId};
use chatbot_store::insights::read::DayFacts;
use chrono::{Datelike, NaiveDate};

use super::FEW;

/// A chatbot's day.
pub(super) type Cell = (ChatbotId, NaiveDate);

/// Days that are shown together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    /// The last of the days, on which all is shown.
    pub day: NaiveDate,
    /// What happened on them.
    pub facts: Vec<DayFacts>,
    /// Students who asked, where they were few each day; else they are counted elsewhere.
    pub students: Option<u32>,
}

/// What of a period is shown, and which of its days are not.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shown {
    pub blocks: Vec<Block>,
    pub hidden: Vec<Cell>,
}

/// The days on which so few asked that it has to be known who.
pub(super) fn small(days: &[DayFacts]) -> Vec<Cell> {
    let small = days.iter().filter(|day| (day.students as usize) < FEW);
    small.map(|day| (day.chatbot, day.day)).collect()
}

/// Puts days into blocks. `days` begin with the month of `from` and end with that of `to`; `students` are those of the
/// small days.
pub(super) fn shown(
    mut days: Vec<DayFacts>,
    students: &BTreeMap<Cell, BTreeSet<UserId>>,
    (from, to): (NaiveDate, NaiveDate),
) -> Shown {
    days.sort_by_key(|day| (day.chatbot.0, day.day));
    let mut shown = Shown::default();
    let mut open = Open::default();
    for day in days {
        if !open.goes_on_with(&day) {
            open.hide(&mut shown, (from, to));
        }
        if let Some(block) = open.add(day, students) {
            let whole = block.facts.first().is_some_and(|first| first.day >= from) && block.day <= to;
            if whole {
                shown.blocks.push(block);
            } else {
                hide(block.facts, &mut shown, (from, to));
            }
        }
    }
    open.hide(&mut shown, (from, to));
    shown
}

/// Days that are too few yet.
#[derive(Default)]
struct Open {
    facts: Vec<DayFacts>,
    students: BTreeSet<UserId>,
}

impl Open {
    fn goes_on_with(&self, day: &DayFacts) -> bool {
        self.facts.last().is_none_or(|last| {
            last.chatbot == day.chatbot
                && (last.day.year(), last.day.month()) == (day.day.year(), day.day.month())
        })
    }

    /// Adds a day; gives the block when it is complete.
    fn add(&mut self, day: DayFacts, students: &BTreeMap<Cell, BTreeSet<UserId>>) -> Option<Block> {
        let (last, many) = (day.day, day.students as usize >= FEW);
        self.students.extend(students.get(&(day.chatbot, day.day)).into_iter().flatten().copied());
        self.facts.push(day);
        if !many && self.students.len() < FEW {
            return None;
        }
        let Self { facts, students } = std::mem::take(self);
        let students = (!many).then(|| u32::try_from(students.len()).unwrap_or(u32::MAX));
        Some(Block { day: last, facts, students })
    }

    fn hide(&mut self, shown: &mut Shown, period: (NaiveDate, NaiveDate)) {
        hide(std::mem::take(self).facts, shown, period);
    }
}

fn hide(facts: Vec<DayFacts>, shown: &mut Shown, (from, to): (NaiveDate, NaiveDate)) {
    let cells = facts.into_iter().map(|fact| (fact.chatbot, fact.day));
    shown.hidden.extend(cells.filter(|(_, day)| (from..=to).contains(day)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    /// A month in which these students (by number) asked once each on these days.
    struct Month(Vec<(u32, Vec<u128>)>);

    impl Month {
        fn shown(&self, from: u32, to: u32) -> Shown {
            let facts = self.0.iter().map(|(of, students)| DayFacts {
                chatbot: ChatbotId(Uuid::nil()),
                day: day(*of),
                students: u32::try_from(students.len()).unwrap(),
                questions: u32::try_from(students.len()).unwrap(),
                standings: [0; 5],
                verdicts: [0; 7],
                tokens: [0; 2],
                cost_micros: None,
            });
            let facts: Vec<DayFacts> = facts.collect();
            let few = small(&facts);
            let students = self.0.iter().map(|(of, students)| {
                let students = students.iter().map(|student| UserId(Uuid::from_u128(*student))).collect();
                ((ChatbotId(Uuid::nil()), day(*of)), students)
            });
            let students = students.filter(|(cell, _)| few.contains(cell)).collect();
            shown(facts, &students, (day(from), day(to)))
        }

        fn questions(&self, from: u32, to: u32) -> u32 {
            let blocks = self.shown(from, to).blocks;
            blocks.iter().flat_map(|block| &block.facts).map(|facts| facts.questions).sum()
        }
    }

    fn day(of: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 10, of).unwrap()
    }

    #[test]
    fn days_of_few_students_wait_for_more() {
        let month = Month(vec![
            (1, vec![1, 2]),
            (2, vec![1, 2, 3]),
            (3, vec![4, 5, 6]),
            (4, (1..=8).collect()),
            (5, vec![1]),
        ]);
        let shown = month.shown(1, 31);
        let told: Vec<_> = shown.blocks.iter().map(|block| (block.day, block.students)).collect();
        assert_eq!(told, [(day(3), Some(6)), (day(4), None)]);
        assert_eq!(shown.hidden, [(ChatbotId(Uuid::nil()), day(5))]);
        assert_eq!(month.questions(1, 31), 16);
        // The same few on many days stay few.
        let few = Month((1..=9).map(|of| (of, vec![1, 2, 3, 4])).collect());
        assert_eq!((few.questions(1, 31), few.shown(1, 31).hidden.len()), (0, 9));
    }

    #[test]
    fn no_two_periods_differ_by_fewer_than_five_students() {
        let month = Month(
            (1..=28)
                .map(|of| (of, (0..u128::from(of * 7 % 6)).map(|nth| nth * 3 + u128::from(of) % 4).collect()))
                .collect(),
        );
        for from in 1..=28 {
            for to in from..28 {
                let (one, two) = (month.shown(from, to).blocks, month.shown(from, to + 1).blocks);
                let more: Vec<_> = two.iter().filter(|block| !one.contains(block)).collect();
                assert!(one.iter().all(|block| two.contains(block)));
                for block in more {
                    let students: BTreeSet<_> = block
                        .facts
                        .iter()
                        .flat_map(|facts| &month.0.iter().find(|(of, _)| day(*of) == facts.day).unwrap().1)
                        .collect();
                    assert!(students.len() >= FEW, "{from} to {to}: {block:?}");
                }
            }
        }
    }
}
