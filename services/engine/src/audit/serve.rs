//! The engine, as the web layer sees it for admins.

use std::sync::Arc;

use async_trait::async_trait;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{
    AccessEntry, AuditFilters, AuditedCall, AuditedCitation, CitationCount, CitationDetail, CitationRate,
    NewRecheck, NewReview, TurnTrace,
};
use chatbot_protocol::manage::Job;
use chatbot_protocol::{TurnId, UserId};
use uuid::Uuid;

use super::{
    Audit, CallFilter, CitationFilter, LogFilter, PageWish, RatesWish, access, calls, citation, citations,
    rates, recheck, review, turn,
};
use crate::engine::Engine;
use crate::error::EngineError;

#[async_trait]
impl Audit for Arc<Engine> {
    async fn filters(&self, caller: UserId) -> Result<AuditFilters, EngineError> {
        citations::filters(self, caller).await
    }

    async fn citations(
        &self,
        caller: UserId,
        filter: &CitationFilter,
        page: PageWish,
    ) -> Result<ListPage<AuditedCitation>, EngineError> {
        citations::list(self, caller, filter, page).await
    }

    async fn count_citations(
        &self,
        caller: UserId,
        filter: &CitationFilter,
    ) -> Result<CitationCount, EngineError> {
        citations::count(self, caller, filter).await
    }

    async fn begin_export(&self, caller: UserId, filter: &CitationFilter) -> Result<(), EngineError> {
        citations::begin_export(self, caller, filter).await
    }

    async fn export_page(
        &self,
        caller: UserId,
        filter: &CitationFilter,
        cursor: Option<String>,
    ) -> Result<ListPage<AuditedCitation>, EngineError> {
        citations::export_page(self, caller, filter, cursor).await
    }

    async fn citation(&self, caller: UserId, id: Uuid) -> Result<CitationDetail, EngineError> {
        citation::read(self, caller, id).await
    }

    async fn review(&self, caller: UserId, id: Uuid, new: NewReview) -> Result<AuditedCitation, EngineError> {
        review::review(self, caller, id, new).await
    }

    async fn rates(&self, caller: UserId, wish: RatesWish) -> Result<Vec<CitationRate>, EngineError> {
        rates::list(self, caller, wish).await
    }

    async fn recheck(&self, caller: UserId, new: NewRecheck) -> Result<Job, EngineError> {
        recheck::begin(self, caller, new).await
    }

    async fn calls(
        &self,
        caller: UserId,
        filter: &CallFilter,
        page: PageWish,
    ) -> Result<ListPage<AuditedCall>, EngineError> {
        calls::list(self, caller, filter, page).await
    }

    async fn turn(&self, caller: UserId, id: TurnId) -> Result<TurnTrace, EngineError> {
        turn::read(self, caller, id).await
    }

    async fn access_log(
        &self,
        caller: UserId,
        filter: &LogFilter,
        page: PageWish,
    ) -> Result<ListPage<AccessEntry>, EngineError> {
        access::list(self, caller, filter, page).await
    }
}
