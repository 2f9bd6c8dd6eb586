//! How requests are refused: by the sets that stand at each handler, and by what follows from what it takes.

use chatbot_protocol::ErrorCode;
use chatbot_protocol::ErrorCode::{
    BodyTooLarge, ChatbotDisabled, ChatbotNotOpen, DisclaimerNotAccepted, FilesNotSupported, Internal,
    InvalidMessage, InvalidRequest, InvalidSettings, InvalidToolAnswer, InvalidToolChoice, LimitReached,
    MessageChanged, MessageIdReused, NotSignedIn, PreconditionRequired, RequestTimeout, ServerRestarting,
    StorageUnavailable, TurnInProgress, VersionChanged,
};
use chatbot_protocol::limits::LimitKind;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Response, ResponseBuilder, SchemaFormat, Type};

use super::answers::{header, words};
use super::sets::{Refusal, problem, spell_out};

crate::refusals! {
    /// To everybody else there is no such thing.
    pub(crate) NotFound: ErrorCode::NotFound;
    /// Who may know of it need not be one of those who look after it.
    pub(crate) NotAllowed: ErrorCode::NotAllowed;
    /// Nothing can be asked.
    pub(crate) ChatbotShut: ChatbotDisabled, ChatbotNotOpen, ErrorCode::CourseClosed;
    /// Nothing can be asked before that.
    pub(crate) DisclaimerOpen: DisclaimerNotAccepted;
    /// An answer is being written.
    pub(crate) OpenTurn: TurnInProgress;
    /// It cannot be sent as it is.
    pub(crate) UnfitMessage: InvalidMessage, FilesNotSupported, ErrorCode::MessageTooLong, InvalidToolChoice, InvalidToolAnswer,
        MessageIdReused, MessageChanged;
    /// Later it can be sent.
    pub(crate) NotNow: LimitReached, ServerRestarting;
    /// What somebody wrote cannot be stored.
    pub(crate) UnfitText: InvalidMessage;
    /// A question is longer than the chatbot takes.
    pub(crate) MessageTooLong: ErrorCode::MessageTooLong;
    /// Settings cannot be saved as they are.
    pub(crate) UnfitSettings: InvalidSettings;
    /// Somebody changes what they have not seen.
    pub(crate) UnseenVersion: PreconditionRequired, VersionChanged;
    /// Settings cannot be tried.
    pub(crate) Untryable: InvalidSettings, ErrorCode::CourseClosed;
    /// Tests wait for those before them.
    pub(crate) TestsRunning: ErrorCode::TestsRunning;
    /// The default one goes last.
    pub(crate) DefaultNeeded: ErrorCode::DefaultNeeded;
    /// There is no room for one more.
    pub(crate) TooMany: ErrorCode::TooMany;
}

/// Any operation can be refused so.
const ALWAYS: [ErrorCode; 3] = [NotSignedIn, StorageUnavailable, Internal];
/// Hosts refuse so what another site may have made a browser send.
const TO_CHANGES: [ErrorCode; 2] = [ErrorCode::NotAllowed, InvalidRequest];
/// Bodies are refused so.
const TO_BODIES: [ErrorCode; 3] = [InvalidRequest, BodyTooLarge, RequestTimeout];

/// Adds to what an operation answers how it refuses.
pub(super) fn complete(operation: &mut Operation, changes: bool, in_plain_words: bool) {
    let of_kind: Vec<Refusal> = codes_of_kind(operation, changes).into_iter().map(Refusal::from).collect();
    spell_out(operation, &of_kind, |codes| with_headers(problem(codes, in_plain_words), codes));
}

/// What follows from what an operation takes.
fn codes_of_kind(operation: &Operation, changes: bool) -> Vec<ErrorCode> {
    let parameters = operation.parameters.iter().flatten();
    let places: Vec<&ParameterIn> = parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(Parameter { parameter_in, .. }) => Some(parameter_in),
            RefOr::Ref(_) => None,
        })
        .collect();
    let mut codes = ALWAYS.to_vec();
    if changes {
        codes.extend(TO_CHANGES);
    }
    if operation.request_body.is_some() {
        codes.extend(TO_BODIES);
    }
    if places.contains(&&ParameterIn::Query) {
        codes.push(InvalidRequest);
    }
    if places.contains(&&ParameterIn::Path) {
        codes.push(ErrorCode::NotFound);
    }
    codes
}

fn with_headers(response: ResponseBuilder, codes: &[ErrorCode]) -> Response {
    let any = |wanted: &[ErrorCode]| codes.iter().any(|code| wanted.contains(code));
    let code = words(codes.iter().map(|code| code.as_str()));
    let mut response = response.header("x-error-code", header(code, "The code."));
    if any(&[TurnInProgress]) {
        let id = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
        response = response.header("x-open-turn", header(id, "The turn that is still being answered."));
    }
    if any(&[LimitReached]) {
        let kinds = LimitKind::ALL.iter().map(|kind| kind.as_str());
        response = response.header("x-limit", header(words(kinds), "Which limit is reached."));
    }
    if any(&[LimitReached, ServerRestarting]) {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let about = "In how many seconds the same request is worth sending again.";
        response = response.header("retry-after", header(seconds, about));
    }
    response.build()
}
