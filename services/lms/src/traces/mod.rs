//! Sends spans to a collector over OTLP/HTTP where the standard variables of OpenTelemetry name one; else nothing of
//! this runs. Spans hold ids, counts and durations, never texts: see the rooms that make them.

use std::collections::BTreeMap;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// The name under which spans arrive when `OTEL_SERVICE_NAME` gives none.
const SERVICE: &str = "course-chatbot";
/// The rooms whose spans are sent.
const ROOMS: [&str; 4] = ["chatbot_engine", "chatbot_http", "chatbot_tools", "lms"];

/// Where spans go to.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Where the environment says, if it says so. What else the standard names (headers, time-outs, sampling,
    /// attributes) the library reads itself.
    pub fn from_environment(
        environment: &BTreeMap<String, String>,
    ) -> Result<Option<Self>, ExporterBuildError> {
        let given = |name: &str| environment.get(name).filter(|value| !value.trim().is_empty());
        if given("OTEL_SDK_DISABLED").is_some_and(|disabled| disabled.eq_ignore_ascii_case("true")) {
            return Ok(None);
        }
        let of_all = || {
            let base = given("OTEL_EXPORTER_OTLP_ENDPOINT")?;
            Some(format!("{}/v1/traces", base.trim_end_matches('/')))
        };
        let endpoint = given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").cloned().or_else(of_all);
        let service = given("OTEL_SERVICE_NAME").map_or(SERVICE, String::as_str);
        endpoint.map(|endpoint| Self::sent_to(endpoint, service)).transpose()
    }

    fn sent_to(endpoint: String, service: &str) -> Result<Self, ExporterBuildError> {
        let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build()?;
        let resource = Resource::builder().with_service_name(service.to_owned()).build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        Ok(Self(provider))
    }

    /// What a subscriber hands its spans to.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let ours = ROOMS.iter().map(|room| (*room, LevelFilter::INFO));
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(SERVICE))
            .with_location(false)
            .with_threads(false)
            .with_filter(Targets::new().with_targets(ours))
    }

    /// Sends what is left. Blocks for some seconds when nobody takes it.
    pub fn finish(self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last spans could not be sent");
        }
    }
}

#[cfg(test)]
mod tests;
