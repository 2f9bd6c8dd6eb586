import type { UIMessage, UIMessagePart } from 'ai';
import type {
  CitationData,
  LimitsData,
  MessageMetadata,
  ModelStatusData,
  NoticeData,
  SuggestionsData,
  ToolDisplayInput,
  ToolDisplayOutput,
  ToolStatusData,
  UiMessage,
} from '../wire';

/** Our data parts, by the name after `data-`. */
export type CourseDataParts = {
  citation: CitationData;
  notice: NoticeData;
  suggestions: SuggestionsData;
  'tool-status': ToolStatusData;
  'model-status': ModelStatusData;
  limits: LimitsData;
};

/** Every tool shows the same short input and output to students. */
export type CourseTools = Record<string, { input: ToolDisplayInput; output: ToolDisplayOutput }>;

/** A message as the AI SDK's client keeps it, with our parts and metadata. */
export type CourseMessage = UIMessage<MessageMetadata, CourseDataParts, CourseTools>;

export type CoursePart = UIMessagePart<CourseDataParts, CourseTools>;

export type ToolPart = Extract<CoursePart, { type: `tool-${string}` }>;

/** The stored messages are the same shape; the generated type is only wider in its parts. */
export function asCourseMessages(messages: UiMessage[]): CourseMessage[] {
  return messages as unknown as CourseMessage[];
}

/** A tool that is described by data has a part type of its own, and is otherwise the same. */
export function isToolPart(part: CoursePart): part is ToolPart {
  return part.type.startsWith('tool-') || part.type === 'dynamic-tool';
}

export function toolNameOf(part: ToolPart): string {
  return 'toolName' in part ? String(part.toolName) : part.type.slice('tool-'.length);
}

/** The whole text of a message, without its other parts. */
export function textOf(message: CourseMessage): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}

/**
 * Whether the server has said how an answer ended. One that was interrupted may be gone on with by another server,
 * and of one whose connection broke nothing is known.
 */
export function isToldToEnd(message: CourseMessage): boolean {
  const state = message.metadata?.state;
  return state === 'waiting' || state === 'finished' || state === 'stopped' || state === 'failed';
}

/** What the student could ask next, as the answer offers it. */
export function nextQuestions(message: CourseMessage | undefined): string[] {
  return message?.parts.flatMap((part) => (part.type === 'data-suggestions' ? part.data.messages : [])) ?? [];
}
