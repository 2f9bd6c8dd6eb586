//! Opens the stream of a reply. Until its first event a fault may pass if the model is asked again; meanwhile the
//! student is told what is waited for.

use std::time::Duration;

use chatbot_core::model::{ModelEvent, ModelFault, ModelRequest, ModelStream};
use chatbot_core::retry;
use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::{ModelState, ModelStatusData};
use futures_util::StreamExt;
use tokio::time::Instant;

use super::running::Carried;
use crate::measures;

impl Carried {
    /// Opens the stream up to its first event.
    pub(super) async fn open_stream(
        &mut self,
        request: ModelRequest,
    ) -> Result<(ModelStream, ModelEvent), ModelFault> {
        let mut pauses = self.engine.parts.timings.retry_pauses.into_iter();
        loop {
            let started = Instant::now();
            let opened = match self.task.model.ask(request.clone()).await {
                Ok(mut stream) => match stream.next().await {
                    Some(Ok(first)) => return Ok((stream, first)),
                    Some(Err(fault)) => fault,
                    None => ModelFault::BrokeOff("nothing came".to_owned()),
                },
                Err(fault) => fault,
            };
            let Some(planned) = pauses.next().filter(|_| opened.may_pass()) else { return Err(opened) };
            measures::model_asked(opened.name(), started.elapsed());
            tracing::info!(fault = opened.for_log(), "asking again");
            self.wait_for_model(&opened, planned).await;
        }
    }

    /// Waits before the model is asked again, and says so.
    async fn wait_for_model(&mut self, fault: &ModelFault, planned: Duration) {
        let parts = &self.engine.parts;
        let asked_for = match fault {
            ModelFault::Busy { retry_after, .. } => *retry_after,
            _ => None,
        };
        let pause = retry::pause(planned, asked_for, parts.timings.longest_retry_pause, parts.chance.roll());
        if pause.is_zero() {
            return;
        }
        let state =
            if matches!(fault, ModelFault::Busy { .. }) { ModelState::Busy } else { ModelState::Unavailable };
        self.show(&[awaited(state, pause)]);
        tokio::time::sleep(pause).await;
        self.show(&[awaited(ModelState::Asked, Duration::ZERO)]);
    }
}

fn awaited(state: ModelState, pause: Duration) -> TurnEvent {
    let whole = pause.as_secs() + u64::from(pause.subsec_nanos() > 0);
    let seconds = u32::try_from(whole).unwrap_or(u32::MAX);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let text = match state {
        ModelState::Busy => format!("The model is busy. Asking again in {seconds} {unit}."),
        ModelState::Unavailable => format!("The model does not answer. Asking again in {seconds} {unit}."),
        ModelState::Asked => "Asking the model again.".to_owned(),
    };
    TurnEvent::ModelAwaited { status: ModelStatusData { state, seconds, text } }
}
