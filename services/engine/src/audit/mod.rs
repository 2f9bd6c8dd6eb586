//! What admins can do, as one trait, so that a web layer needs none of the engine's types. Whoever is no admin is
//! told that there is nothing; an admin of some courses finds nothing of the others. Each look at what a student
//! asked, each export and each review is in the access log before it is answered.

mod access;
mod calls;
mod citation;
mod citations;
mod rates;
mod recheck;
mod review;
pub(crate) mod turn;
mod wire;

use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{
    AccessEntry, AuditFilters, AuditedCall, AuditedCitation, CitationCount, CitationDetail, CitationRate,
    NewRecheck, NewReview, TurnTrace,
};
use chatbot_protocol::manage::Job;
use chatbot_protocol::{CourseId, TurnId, UserId};
use chrono::NaiveDate;
use uuid::Uuid;

pub use chatbot_core::text::{is_unseen, visible};
pub use chatbot_store::audit::{CallFilter, CitationFilter, LogFilter, RateBy};

use crate::use_cases::use_cases;

/// A page of a list that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageWish {
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// How many items; bounded.
    pub limit: Option<u32>,
}

/// Which rates are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatesWish {
    /// By what.
    pub by: RateBy,
    /// Of this course alone.
    pub course: Option<CourseId>,
    /// From this day.
    pub from: Option<NaiveDate>,
    /// To this day, itself included.
    pub to: Option<NaiveDate>,
}

use_cases! {
    /// What admins can do.
    Audit {
        /// Refuses whoever audits nothing.
        admit(caller: UserId) -> () = access::admit;

        /// What citations can be filtered by.
        filters(caller: UserId) -> AuditFilters = citations::filters;

        /// Citations, newest first.
        citations(caller: UserId, filter: &CitationFilter, page: PageWish) -> ListPage<AuditedCitation> = citations::list;

        /// How many citations a filter finds, counted up to a bound.
        count_citations(caller: UserId, filter: &CitationFilter) -> CitationCount = citations::count;

        /// Writes down that somebody exports; call it before the first page.
        begin_export(caller: UserId, filter: &CitationFilter) -> () = citations::begin_export;

        /// A page of an export: larger than one of a list.
        export_page(caller: UserId, filter: &CitationFilter, cursor: Option<String>)
            -> ListPage<AuditedCitation> = citations::export_page;

        /// One citation with everything about it.
        citation(caller: UserId, citation: Uuid) -> CitationDetail = citation::read;

        /// Notes that a citation was reviewed, or takes that back.
        review(caller: UserId, citation: Uuid, review: NewReview) -> AuditedCitation = review::review;

        /// How verdicts fall, week by week.
        rates(caller: UserId, wish: RatesWish) -> Vec<CitationRate> = rates::list;

        /// Holds citations against their pages again; goes on by itself.
        recheck(caller: UserId, recheck: NewRecheck) -> Job = recheck::begin;

        /// Calls, newest first.
        calls(caller: UserId, filter: &CallFilter, page: PageWish) -> ListPage<AuditedCall> = calls::list;

        /// A turn, round by round.
        turn(caller: UserId, turn: TurnId) -> TurnTrace = turn::read;

        /// Who looked at or changed what, newest first.
        access_log(caller: UserId, filter: &LogFilter, page: PageWish) -> ListPage<AccessEntry> = access::list;
    }
}
