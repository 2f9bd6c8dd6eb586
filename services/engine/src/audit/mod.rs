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
mod serve;
pub(crate) mod turn;
mod wire;

use async_trait::async_trait;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{
    AccessEntry, AuditFilters, AuditedCall, AuditedCitation, CitationCount, CitationDetail, CitationRate,
    NewRecheck, NewReview, TurnTrace,
};
use chatbot_protocol::manage::Job;
use chatbot_protocol::{CourseId, TurnId, UserId};
use chrono::NaiveDate;
use uuid::Uuid;

pub use chatbot_store::audit::{CallFilter, CitationFilter, LogFilter, RateBy};

use crate::error::EngineError;

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

/// What admins can do.
#[async_trait]
pub trait Audit: Send + Sync {
    /// What citations can be filtered by.
    async fn filters(&self, caller: UserId) -> Result<AuditFilters, EngineError>;

    /// Citations, newest first.
    async fn citations(
        &self,
        caller: UserId,
        filter: &CitationFilter,
        page: PageWish,
    ) -> Result<ListPage<AuditedCitation>, EngineError>;

    /// How many citations a filter finds, counted up to a bound.
    async fn count_citations(
        &self,
        caller: UserId,
        filter: &CitationFilter,
    ) -> Result<CitationCount, EngineError>;

    /// Writes down that somebody exports; call it before the first page.
    async fn begin_export(&self, caller: UserId, filter: &CitationFilter) -> Result<(), EngineError>;

    /// A page of an export: larger than one of a list.
    async fn export_page(
        &self,
        caller: UserId,
        filter: &CitationFilter,
        cursor: Option<String>,
    ) -> Result<ListPage<AuditedCitation>, EngineError>;

    /// One citation with everything about it.
    async fn citation(&self, caller: UserId, citation: Uuid) -> Result<CitationDetail, EngineError>;

    /// Notes that a citation was reviewed, or takes that back.
    async fn review(
        &self,
        caller: UserId,
        citation: Uuid,
        review: NewReview,
    ) -> Result<AuditedCitation, EngineError>;

    /// How verdicts fall, week by week.
    async fn rates(&self, caller: UserId, wish: RatesWish) -> Result<Vec<CitationRate>, EngineError>;

    /// Holds citations against their pages again; goes on by itself.
    async fn recheck(&self, caller: UserId, recheck: NewRecheck) -> Result<Job, EngineError>;

    /// Calls, newest first.
    async fn calls(
        &self,
        caller: UserId,
        filter: &CallFilter,
        page: PageWish,
    ) -> Result<ListPage<AuditedCall>, EngineError>;

    /// A turn, round by round.
    async fn turn(&self, caller: UserId, turn: TurnId) -> Result<TurnTrace, EngineError>;

    /// Who looked at or changed what, newest first.
    async fn access_log(
        &self,
        caller: UserId,
        filter: &LogFilter,
        page: PageWish,
    ) -> Result<ListPage<AccessEntry>, EngineError>;
}
