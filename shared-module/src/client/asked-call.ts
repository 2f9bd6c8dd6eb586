import './without-eval';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses as approvalsAreGiven,
  lastAssistantMessageIsCompleteWithToolCalls as callsAreAnswered,
} from 'ai';
import { type CourseMessage, isToolPart, type ToolPart, toolNameOf } from './course-message';

/** How a call stands that the student was asked about. */
export type AskedState = 'open' | 'yes' | 'no' | 'unanswered';

interface Asked {
  callId: string;
  /** What it is about, in words for people. */
  about: string | undefined;
  state: AskedState;
}

/** Something that is done only when the student approves of it. */
export interface AskedApproval extends Asked {
  kind: 'approval';
  approvalId: string;
  /** Why it could not be done although it was approved. */
  fault: string | undefined;
}

/** A question that the page answers; `no`: this page could not. */
export interface AskedQuestion extends Asked {
  kind: 'question';
  toolName: string;
  /** Null where the question is of a kind that this page does not know. */
  choices: string[] | null;
  choice: string | undefined;
}

export type AskedCall = AskedApproval | AskedQuestion;

/** What the student was asked by a part of an answer, if anything. `open`: the answer waits for the student now. */
export function askedCall(message: CourseMessage, index: number, open: boolean): AskedCall | null {
  const part = message.parts[index];
  if (!part || !isToolPart(part)) return null;
  const asked = { callId: part.toolCallId, about: part.input?.about };
  const closed = wasGivenUp(message, index);
  if ('approval' in part && part.approval) {
    const fault = part.state === 'output-error' ? part.errorText : undefined;
    const state = approvalState(part, open, closed);
    return { kind: 'approval', ...asked, approvalId: part.approval.id, state, fault };
  }
  if (part.input?.forPage === undefined && !(open && part.state === 'input-available')) return null;
  const state = questionState(part, open, closed);
  const choices = choicesOf(part.input?.forPage);
  return { kind: 'question', ...asked, toolName: toolNameOf(part), choices, choice: choiceOf(part), state };
}

/** Whether any call of the message waits for the student. */
export function asksStudent(message: CourseMessage): boolean {
  return message.metadata?.state === 'waiting';
}

/**
 * Whether the student has answered all that the last answer waits for, so that it can go on. Once it goes on it does
 * not wait any longer: nothing is sent twice.
 */
export function allIsAnswered({ messages }: { messages: CourseMessage[] }): boolean {
  const last = messages.at(-1);
  return last !== undefined && asksStudent(last) && (approvalsAreGiven({ messages }) || callsAreAnswered({ messages }));
}

function approvalState(part: ToolPart, open: boolean, closed: boolean): AskedState {
  if (part.state === 'approval-requested') return open ? 'open' : 'unanswered';
  if (part.state === 'output-denied') return closed ? 'unanswered' : 'no';
  return part.state === 'approval-responded' && !part.approval.approved ? 'no' : 'yes';
}

function questionState(part: ToolPart, open: boolean, closed: boolean): AskedState {
  if (part.state === 'output-available') return 'yes';
  if (part.state === 'output-error') return closed ? 'unanswered' : 'no';
  return open ? 'open' : 'unanswered';
}

/** An answer goes on after the student has answered; one that ended right there was given up. */
function wasGivenUp({ parts, metadata }: CourseMessage, index: number): boolean {
  const ended = metadata?.state === 'finished' || metadata?.state === 'stopped';
  return ended && !parts.slice(index + 1).some((part) => part.type === 'step-start');
}

function choicesOf(forPage: unknown): string[] | null {
  if (typeof forPage !== 'object' || forPage === null || !('choices' in forPage)) return null;
  const { choices } = forPage;
  const known = Array.isArray(choices) && choices.length > 0 && choices.every((choice) => typeof choice === 'string');
  return known ? choices : null;
}

/** The answer itself, or what the server tells of it. */
function choiceOf(part: ToolPart): string | undefined {
  if (part.state !== 'output-available') return undefined;
  const output: unknown = part.output.answer ?? part.output;
  const choice = typeof output === 'object' && output !== null && 'choice' in output ? output.choice : undefined;
  return typeof choice === 'string' ? choice : undefined;
}
