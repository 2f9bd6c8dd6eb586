// Written by `make types` from services/protocol; do not edit.

/**
 * A person, as the host knows them (`lms.users`).
 */
export type UserId = string;

/**
 * An organisation of the host (`lms.organizations`).
 */
export type OrganizationId = string;

/**
 * A course (`lms.courses`).
 */
export type CourseId = string;

/**
 * A chapter (`lms.chapters`).
 */
export type ChapterId = string;

/**
 * A page (`lms.pages`).
 */
export type PageId = string;

/**
 * An exercise (`lms.exercises`).
 */
export type ExerciseId = string;

/**
 * A configured chatbot of a course.
 */
export type ChatbotId = string;

/**
 * A student's conversation with a chatbot.
 */
export type ConversationId = string;

/**
 * A stored message.
 */
export type MessageId = string;

/**
 * One student message and the way to the end of its answer.
 */
export type TurnId = string;

/**
 * One committed model reply inside a turn.
 */
export type RoundId = string;

/**
 * One tool call of a round.
 */
export type CallId = string;

/**
 * A piece of a page that can be cited.
 */
export type PassageId = string;

/**
 * A passage that a tool brought into a turn, cited or not.
 */
export type CitationId = string;

/**
 * A stable error code. Once published, a code keeps its meaning for ever.
 */
export type ErrorCode = "not_signed_in" | "not_allowed" | "not_found" | "invalid_request" | "invalid_message" | "message_too_long" | "body_too_large" | "files_not_supported" | "turn_in_progress" | "message_id_reused" | "limit_reached" | "invalid_tool_choice" | "chatbot_disabled" | "course_closed" | "disclaimer_not_accepted" | "unknown_tool_call" | "empty_response" | "request_cap_reached" | "model_unavailable" | "model_busy" | "model_interrupted" | "time_limit_reached" | "interrupted" | "storage_unavailable" | "internal";

/**
 * How the model should choose tools.
 *
 * On the wire: `"auto"`, `"none"`, `"required"` or `{"type":"tool","toolName":"…"}`. The shape mixes
 * bare strings with a tagged object, so serde is written by hand. Anything else is refused.
 */
export type ToolChoice = "auto" | "none" | "required" | { type: "tool", toolName: string };

/**
 * What to do with an invalid call: one whose name is not granted in this round.
 */
export type Resolution = { "resolution": "fail" } | { "resolution": "ignore" } | { "resolution": "retry", 
/**
 * What the model is told.
 */
feedback: string, } | { "resolution": "repair", 
/**
 * The granted tool's name.
 */
to: string, } | { "resolution": "skip", 
/**
 * What the model is told.
 */
reason: string, };

/**
 * The policy for invalid calls that no resolver decided.
 */
export type Unhandled = "fail" | "ignore" | "retry" | "skip";

/**
 * A chatbot's policy for invalid calls.
 */
export type InvalidCalls = { 
/**
 * How often per turn the model may be asked again.
 */
retries: number, 
/**
 * What happens to a call that no resolver decided.
 */
unhandled: Unhandled, };

/**
 * Where a cited sentence stands in the answer. Offsets are UTF-16 code units, so that a page can use
 * them on its own strings as they are.
 */
export type Span = { 
/**
 * Which text part of the message, counting text parts only, from 0.
 */
part: number, 
/**
 * Start of the cited sentence.
 */
start: number, 
/**
 * End of the cited sentence; the citation's number is drawn here.
 */
end: number, };

/**
 * What a check of a citation found. Until it was checked there is no verdict.
 */
export type Verdict = "supported" | "partly" | "unsupported" | "misquoted" | "unresolved" | "hidden" | "unchecked";

/**
 * The data of a `data-citation` part; the part's id is the citation's id.
 */
export type CitationData = { 
/**
 * The number shown to the student: by first use, one per passage, from 1.
 */
number: number, 
/**
 * The page that the passage stands on.
 */
pageId: PageId, 
/**
 * The page's title.
 */
title: string, 
/**
 * The title of the page's chapter.
 */
chapter?: string, 
/**
 * Link to the passage: the page's url and the anchor of the passage's heading.
 */
url: string, 
/**
 * The passage's text, as plain text.
 */
snippet: string, 
/**
 * What was found when the citation was checked.
 */
verdict?: Verdict, 
/**
 * The sentences that cite this passage.
 */
spans: Array<Span>, };

/**
 * The notices there are.
 */
export type NoticeCode = "tried_again" | "history_shortened" | "selection_dropped" | "answer_cut";

/**
 * The data of a `data-notice` part: something the student should know about this answer.
 */
export type NoticeData = { 
/**
 * Which notice.
 */
code: NoticeCode, 
/**
 * A plain sentence, for clients that do not know the code.
 */
text: string, };

/**
 * The data of a `data-suggestions` part: what the student could ask next.
 */
export type SuggestionsData = { 
/**
 * Whole questions, in the language of the conversation; never empty.
 */
messages: Array<string>, };

/**
 * How far a tool call is.
 */
export type ToolState = "running" | "done" | "failed";

/**
 * The data of a transient `data-tool-status` part.
 */
export type ToolStatusData = { 
/**
 * The call that this is about.
 */
toolCallId: string, 
/**
 * The tool's name, the key of its friendly text.
 */
toolName: string, 
/**
 * How far the call is.
 */
state: ToolState, 
/**
 * What the call is about, in words for people (a search's query).
 */
about?: string, };

/**
 * What students see of a call's arguments. Raw arguments are never shown to them.
 */
export type ToolDisplayInput = { 
/**
 * What the call is about (a search's query).
 */
about?: string, };

/**
 * What students see of a call's output. Raw outputs are never shown to them.
 */
export type ToolDisplayOutput = { 
/**
 * How many things were found, where the tool finds things.
 */
found?: number, };

/**
 * Tokens that a turn used, as the provider counted them.
 */
export type Usage = { 
/**
 * Tokens of the requests.
 */
inputTokens: number, 
/**
 * Tokens of the replies.
 */
outputTokens: number, };

/**
 * Who speaks.
 */
export type Role = "user" | "assistant";

/**
 * How an answer stands.
 */
export type AnswerState = "running" | "finished" | "stopped" | "failed" | "interrupted";

/**
 * The metadata of an assistant message. A chunk may carry a part of it; the client merges.
 */
export type MessageMetadata = { 
/**
 * The turn that wrote the answer.
 */
turnId?: TurnId, 
/**
 * When the turn was accepted.
 */
createdAt?: string, 
/**
 * When it ended.
 */
finishedAt?: string, 
/**
 * The model that answers, in words for people.
 */
model?: string, 
/**
 * Tokens used.
 */
usage?: Usage, 
/**
 * How the answer stands.
 */
state?: AnswerState, 
/**
 * Why it failed.
 */
errorCode?: ErrorCode, };

/**
 * A message with its parts, in the shape of the AI SDK's `UIMessage`.
 */
export type UiMessage = { 
/**
 * The client's own id of a user message, ours of an assistant message.
 */
id: string, 
/**
 * Who speaks.
 */
role: Role, 
/**
 * Facts about the answer; user messages have none.
 */
metadata?: MessageMetadata, 
/**
 * What the message consists of, in order.
 */
parts: Array<{ type: string } & Record<string, unknown>>, };

/**
 * Why a message ended, in the AI SDK's spelling.
 */
export type FinishReason = "stop" | "length" | "content-filter";

/**
 * One event of the stream: one `data:` line.
 */
export type UiMessageChunk = { "type": "start", 
/**
 * The assistant message's id; always the server's.
 */
messageId: string, 
/**
 * Facts known at the start.
 */
messageMetadata: MessageMetadata, } | { "type": "start-step" } | { "type": "finish-step" } | { "type": "text-start", 
/**
 * The part's id, unique in the message.
 */
id: string, } | { "type": "text-delta", 
/**
 * The part's id.
 */
id: string, 
/**
 * What is added.
 */
delta: string, } | { "type": "text-end", 
/**
 * The part's id.
 */
id: string, } | { "type": "tool-input-available", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * The tool's name.
 */
toolName: string, 
/**
 * What students see of the arguments.
 */
input: ToolDisplayInput, } | { "type": "tool-output-available", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * What students see of the output.
 */
output: ToolDisplayOutput, } | { "type": "tool-output-error", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * A sentence for people.
 */
errorText: string, } | { "type": "source-url", 
/**
 * The citation's id.
 */
sourceId: CitationId, 
/**
 * Link to the passage.
 */
url: string, 
/**
 * Title of the page.
 */
title: string, } | { "type": "data-citation", 
/**
 * The citation's id.
 */
id: CitationId, 
/**
 * What is known of it.
 */
data: CitationData, } | { "type": "data-notice", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * What it is.
 */
data: NoticeData, } | { "type": "data-suggestions", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * The questions.
 */
data: SuggestionsData, } | { "type": "data-tool-status", 
/**
 * What it is.
 */
data: ToolStatusData, 
/**
 * Always true: the client does not keep it.
 */
transient: boolean, } | { "type": "message-metadata", 
/**
 * Merged into what the client has.
 */
messageMetadata: MessageMetadata, } | { "type": "finish", 
/**
 * Why the model stopped, in the AI SDK's words.
 */
finishReason: FinishReason, 
/**
 * Facts known at the end.
 */
messageMetadata: MessageMetadata, } | { "type": "abort" } | { "type": "error", 
/**
 * A sentence for people.
 */
errorText: string, };

/**
 * One thing that happened in a turn.
 */
export type TurnEvent = { "event": "started", 
/**
 * The turn.
 */
turnId: TurnId, 
/**
 * The assistant message that the turn writes.
 */
messageId: MessageId, 
/**
 * When.
 */
createdAt: string, 
/**
 * The model, in words for people.
 */
model: string, } | { "event": "step_started" } | { "event": "step_ended" } | { "event": "text_started", 
/**
 * Unique in the message.
 */
id: string, } | { "event": "text_added", 
/**
 * The text part.
 */
id: string, 
/**
 * What was added, without markers.
 */
delta: string, } | { "event": "text_ended", 
/**
 * The text part.
 */
id: string, } | { "event": "tool_called", 
/**
 * Unique in the message.
 */
callId: string, 
/**
 * The tool.
 */
toolName: string, 
/**
 * What students see of the arguments.
 */
input: ToolDisplayInput, } | { "event": "tool_progressed", 
/**
 * The call.
 */
callId: string, 
/**
 * The tool.
 */
toolName: string, 
/**
 * How far it is.
 */
state: ToolState, 
/**
 * What it is about.
 */
about: string | null, } | { "event": "tool_answered", 
/**
 * The call.
 */
callId: string, 
/**
 * What students see of the output.
 */
output: ToolDisplayOutput, } | { "event": "tool_failed", 
/**
 * The call.
 */
callId: string, 
/**
 * A sentence for people.
 */
text: string, } | { "event": "cited", 
/**
 * The citation.
 */
citationId: CitationId, 
/**
 * Whether this passage is cited for the first time in this message.
 */
first: boolean, 
/**
 * What is known of it.
 */
citation: CitationData, } | { "event": "noticed", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * What.
 */
notice: NoticeData, } | { "event": "suggested", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * The questions.
 */
suggestions: SuggestionsData, } | { "event": "ended", 
/**
 * How.
 */
end: AnswerState, 
/**
 * Why it failed.
 */
errorCode: ErrorCode | null, 
/**
 * When.
 */
finishedAt: string, 
/**
 * Tokens used.
 */
usage: Usage, 
/**
 * Whether the answer was cut by the model's length limit.
 */
cut: boolean, };

/**
 * An error, as `application/problem+json`.
 */
export type Problem = { 
/**
 * The HTTP status.
 */
status: number, 
/**
 * The stable code.
 */
code: ErrorCode, 
/**
 * One sentence for people.
 */
title: string, 
/**
 * What exactly, where more is known.
 */
detail?: string, };

/**
 * A disclaimer and its version.
 */
export type Disclaimer = { 
/**
 * The text.
 */
text: string, 
/**
 * Raised when the text changes.
 */
version: number, };

/**
 * Whether answers cite and how strictly.
 */
export type CitationPolicy = "off" | "annotate" | "enforce";

/**
 * What a student's page needs to know of a chatbot.
 */
export type ChatbotSummary = { 
/**
 * Its id.
 */
id: ChatbotId, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether a course page opens this one.
 */
isDefault: boolean, 
/**
 * What it says first.
 */
initialMessage: string | null, 
/**
 * What a student has to accept first.
 */
disclaimer: Disclaimer | null, 
/**
 * Questions to start with.
 */
suggestedMessages: Array<string>, 
/**
 * Whether answers cite and how strictly.
 */
citationPolicy: CitationPolicy, 
/**
 * The model that answers, in words for people.
 */
model: string, };

/**
 * Body of `POST /chatbots/{id}/conversations`.
 */
export type NewConversation = { 
/**
 * The disclaimer's version that the student has accepted.
 */
acceptedDisclaimerVersion?: number, };

/**
 * What a message may be.
 */
export type Limits = { 
/**
 * The longest message, in characters.
 */
messageCharacters: number, };

/**
 * A conversation with its newest messages.
 */
export type Conversation = { 
/**
 * Its id.
 */
id: ConversationId, 
/**
 * Its title; empty until the first question.
 */
title: string, 
/**
 * Its chatbot.
 */
chatbotId: ChatbotId, 
/**
 * When it was begun.
 */
createdAt: string, 
/**
 * Its newest messages, oldest first. An answer that is still being written is not among them.
 */
messages: Array<UiMessage>, 
/**
 * The turn that is still being answered.
 */
openTurnId: TurnId | null, 
/**
 * What a message may be.
 */
limits: Limits, };

/**
 * A conversation in a list.
 */
export type ConversationSummary = { 
/**
 * Its id.
 */
id: ConversationId, 
/**
 * Its title; empty until the first question.
 */
title: string, 
/**
 * Its chatbot.
 */
chatbotId: ChatbotId, 
/**
 * When it was begun.
 */
createdAt: string, 
/**
 * When somebody last said something.
 */
updatedAt: string, };

/**
 * One page of a list.
 */
export type ListPage<T> = { 
/**
 * The items.
 */
items: Array<T>, 
/**
 * Hand it back as `cursor` for the next page; absent on the last.
 */
nextCursor: string | null, };

/**
 * Body of `PATCH /conversations/{id}`.
 */
export type RenameConversation = { 
/**
 * The new title, 1 to 200 characters.
 */
title: string, };

