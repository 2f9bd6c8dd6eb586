//! Collects what the chatbot measures, for Prometheus. Another host may collect it otherwise, or not at all.

use std::sync::OnceLock;
use std::time::Duration;

use chatbot_engine::measures;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of what takes milliseconds: a query, a wait for a connection, a save.
const SHORT: &[f64] = &[0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Upper bounds of what takes seconds: a model, a tool, a turn.
const LONG: &[f64] = &[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0];
/// How often samples are put into their buckets, whether or not somebody reads them.
const KEEP_EVERY: Duration = Duration::from_secs(5);

static COLLECTED: OnceLock<PrometheusHandle> = OnceLock::new();

/// Collects from now on, once for the process.
pub fn install() {
    COLLECTED.get_or_init(|| {
        let short = ["chatbot_pool_wait_seconds", "chatbot_log_save_duration_seconds"];
        let builder = short.iter().try_fold(PrometheusBuilder::new(), |builder, name| {
            builder.set_buckets_for_metric(Matcher::Full((*name).to_owned()), SHORT)
        });
        let builder = builder.and_then(|builder| builder.set_buckets(LONG));
        // Only an empty list of buckets is refused.
        let recorder = builder.unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("measures are collected by something else already");
        }
        measures::describe();
        handle
    });
}

/// What was collected, as Prometheus reads it; empty when nothing is.
pub fn render() -> String {
    COLLECTED.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// Keeps what is collected small; never returns.
pub async fn keep() {
    loop {
        tokio::time::sleep(KEEP_EVERY).await;
        if let Some(collected) = COLLECTED.get() {
            collected.run_upkeep();
        }
    }
}
