//! Reading the LMS: who may do what, what is found, how far somebody is. A database per test.

mod authorization;
mod contract;
mod course_index;
mod migrations;
mod progress;
mod search;
mod world;
