// Written by `make types` from services/protocol; do not edit.

import type { PageId } from './ids';

/**
 * A cited sentence: where it stands in the answer, and what was found when it was held against the passage.
 * Offsets are UTF-16 code units, so that a page can use them on its own strings as they are.
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
end: number, 
/**
 * What was found; absent until the sentence was checked.
 */
verdict?: Verdict, 
/**
 * What of the sentence stands in no passage that it cites; offsets in the text part.
 */
missing?: Array<MissingWords>, 
/**
 * The sentence's quotations; offsets in the text part.
 */
quotes?: Array<QuotedWords>, 
/**
 * Where the sentence's words stand in the passage; offsets in the snippet.
 */
shared?: Array<Stretch>, };

/**
 * A stretch of a text, in UTF-16 code units.
 */
export type Stretch = { 
/**
 * Where it starts.
 */
start: number, 
/**
 * Where it ends.
 */
end: number, };

/**
 * Words of a sentence that stand in no passage which it cites.
 */
export type MissingWords = { 
/**
 * Where they start.
 */
start: number, 
/**
 * Where they end.
 */
end: number, 
/**
 * Whether they are a number, a name or code: those have no other words.
 */
strong: boolean, };

/**
 * Where a quotation stands.
 */
export type QuotePlace = "cited" | "elsewhere" | "nowhere";

/**
 * A quotation in a sentence.
 */
export type QuotedWords = { 
/**
 * Where it starts, without its marks.
 */
start: number, 
/**
 * Where it ends.
 */
end: number, 
/**
 * Where it was found.
 */
place: QuotePlace, };

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
 * The heading right above the passage.
 */
section?: string, 
/**
 * Link to the passage: the page's url and the anchor of the passage's heading.
 */
url: string, 
/**
 * The passage's text, as plain text.
 */
snippet: string, 
/**
 * What was found when the citation was checked: of several sentences the least good.
 */
verdict?: Verdict, 
/**
 * The sentences that cite this passage.
 */
spans: Array<Span>, };

/**
 * The notices there are.
 */
export type NoticeCode = "tried_again" | "history_shortened" | "selection_dropped" | "answer_cut" | "answer_filtered" | "limit_near" | "not_confirmed";

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
 * Why a model is asked again.
 */
export type ModelState = "busy" | "unavailable" | "asked";

/**
 * The data of a transient `data-model-status` part: the model did not answer, and is asked again.
 */
export type ModelStatusData = { 
/**
 * What is being done about it.
 */
state: ModelState, 
/**
 * In how many seconds it is asked again.
 */
seconds: number, 
/**
 * A plain sentence, for clients that do not know the state.
 */
text: string, };

/**
 * What students see of a call's arguments. Raw arguments are never shown to them.
 */
export type ToolDisplayInput = { 
/**
 * What the call is about (a search's query), or what an approval would do.
 */
about?: string, 
/**
 * What the page needs to complete the call itself, in a form that the tool declares.
 */
forPage?: unknown, };

/**
 * What students see of a call's output. Raw outputs are never shown to them.
 */
export type ToolDisplayOutput = { 
/**
 * How many things were found, where the tool finds things.
 */
found?: number, 
/**
 * What the student answered, where the page completed the call.
 */
answer?: unknown, };

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
