//! "Introduction to Databases". The page `how-the-course-is-passed` says the same in words.

use super::Subject::{Certificate, Chapter, Exercises, Module};
use super::{CourseStates, Item};
use crate::demo::DATABASES;

const PASSING: Option<&str> = Some("what-databases-are-for/how-the-course-is-passed");
const CERTIFICATE: &str = "course certificate";
const ADDS: &str = "adds the points of the best attempt";
const IN_TIME: &str = "its exercises give points once this is set";

pub(super) const STATES: CourseStates = CourseStates {
    course: DATABASES,
    modules: &[("Designing and querying", 1..=5), ("Inside the database system", 6..=8)],
    items: &[
        Item {
            name: "course points",
            kind: "points",
            page: PASSING,
            description: "All points of the course's exercises.",
            writers: &[(Exercises(1..=14), ADDS)],
            readers: &[(Certificate(CERTIFICATE), "shows them")],
        },
        Item {
            name: "chapter 3 unlocked",
            kind: "unlock",
            page: PASSING,
            description: "Whether the exercises of chapter 3 give points.",
            writers: &[(Exercises(2..=4), "handed in; set when exercises 2, 3 and 4 are")],
            readers: &[(Chapter(3), IN_TIME)],
        },
        Item {
            name: "chapter 4 unlocked",
            kind: "unlock",
            page: PASSING,
            description: "Whether the exercises of chapter 4 give points.",
            writers: &[(Exercises(5..=6), "handed in; set when exercises 5 and 6 are")],
            readers: &[(Chapter(4), IN_TIME)],
        },
        Item {
            name: "module 1 points",
            kind: "points",
            page: PASSING,
            description: "The points of the exercises of module 1.",
            writers: &[(Exercises(1..=11), ADDS)],
            readers: &[(Module(1), "at least 16 of 31 are required to complete it")],
        },
        Item {
            name: "module 2 points",
            kind: "points",
            page: PASSING,
            description: "The points of the exercises of module 2.",
            writers: &[(Exercises(12..=14), ADDS)],
            readers: &[(Module(2), "at least 5 of 9 are required to complete it")],
        },
        Item {
            name: "schema project",
            kind: "status",
            page: PASSING,
            description: "How far the student's own schema is.",
            writers: &[
                (Exercises(8..=8), "becomes started when handed in"),
                (Exercises(10..=10), "becomes finished when handed in"),
            ],
            readers: &[(Module(1), "must be finished to complete it")],
        },
        Item {
            name: "module 1 completed",
            kind: "completion",
            page: PASSING,
            description: "Whether module 1 is completed.",
            writers: &[(Module(1), "set at 16 module 1 points with a finished schema project")],
            readers: &[(Certificate(CERTIFICATE), "required")],
        },
        Item {
            name: "module 2 completed",
            kind: "completion",
            page: PASSING,
            description: "Whether module 2 is completed.",
            writers: &[(Module(2), "set at 5 module 2 points")],
            readers: &[(Certificate(CERTIFICATE), "required")],
        },
        Item {
            name: CERTIFICATE,
            kind: "certificate",
            page: PASSING,
            description: "The certificate of the course.",
            writers: &[
                (Module(1), "must be completed"),
                (Module(2), "must be completed; issued when both are"),
            ],
            readers: &[],
        },
    ],
};
