import { createContext, useContext } from 'react';
import { isToolPart, type ToolPart, toolNameOf } from '../client/course-message';
import type { CourseMessage } from '../client/course-message';
import { type ChatText, useChatText } from '../language/language';
import type { ModelStatusData, ToolStatusData } from '../wire';
import styles from './message.module.css';

/** What a tool call is about, from a part of the message or from a transient status. */
export interface ToolCall {
  name: string;
  state: 'running' | 'done' | 'failed';
  about?: string | undefined;
  found?: number | undefined;
}

export function toolCallOfPart(part: ToolPart): ToolCall {
  const name = toolNameOf(part);
  const about = part.input?.about;
  if (part.state === 'output-available') return { name, state: 'done', about, found: part.output.found };
  if (part.state === 'output-error' || part.state === 'output-denied') return { name, state: 'failed', about };
  return { name, state: 'running', about };
}

export function toolCallOfStatus(status: ToolStatusData): ToolCall {
  return { name: status.toolName, state: status.state, about: status.about };
}

/** The call that a transient status tells of, unless the message shows that call already. */
export function unseenCall(status: ToolStatusData | null, message: CourseMessage | undefined): ToolCall | null {
  if (!status) return null;
  const seen = message?.parts.some((part) => isToolPart(part) && part.toolCallId === status.toolCallId);
  return seen ? null : toolCallOfStatus(status);
}

/** One friendly sentence about a call; the tool's own name is never shown. */
export function toolSentence(text: ChatText, call: ToolCall): string {
  if (call.name === 'course_material_search') return searchSentence(text, call);
  if (call.name === 'page_lookup') return pageSentence(text, call);
  if (call.name === 'lookup_state') return stateSentence(text, call);
  if (call.name === 'glossary_lookup') return glossarySentence(text, call);
  if (call.name === 'course_structure') return text(`tool.structure.${call.state}`);
  if (call.name === 'course_progress') return text(`tool.progress.${call.state}`);
  if (call.state === 'running' && call.about) return text('tool.other.runningAbout', { about: call.about });
  return text(`tool.other.${call.state}`);
}

function searchSentence(text: ChatText, { state, about, found }: ToolCall): string {
  if (state === 'running' && about) return text('tool.search.runningAbout', { about });
  if (state === 'done' && found !== undefined && about) return text('tool.search.foundAbout', { about, count: found });
  if (state === 'done' && found !== undefined) return text('tool.search.found', { count: found });
  return text(`tool.search.${state}`);
}

function pageSentence(text: ChatText, { state, about }: ToolCall): string {
  if (state === 'running' && about) return text('tool.page.runningAbout', { about });
  if (state === 'done' && about) return text('tool.page.doneAbout', { about });
  return text(`tool.page.${state}`);
}

function stateSentence(text: ChatText, { state, about }: ToolCall): string {
  if (state === 'running' && about) return text('tool.state.runningAbout', { about });
  if (state === 'done' && about) return text('tool.state.doneAbout', { about });
  return text(`tool.state.${state}`);
}

function glossarySentence(text: ChatText, { state, about }: ToolCall): string {
  if (state === 'running' && about) return text('tool.glossary.runningAbout', { about });
  if (state === 'done' && about) return text('tool.glossary.doneAbout', { about });
  return text(`tool.glossary.${state}`);
}

export function ToolActivity({ call }: { call: ToolCall }) {
  const text = useChatText();
  return (
    <p className={styles.activity} data-state={call.state} title={call.about}>
      {toolSentence(text, call)}
    </p>
  );
}

/** What the model is waited for, where it did not answer at once. */
export const ModelStatusContext = createContext<ModelStatusData | null>(null);

/** Why nothing comes yet. */
export function modelSentence(text: ChatText, { state, seconds }: ModelStatusData): string {
  return state === 'asked' ? text('tool.thinking') : text(`model.${state}`, { count: seconds });
}

/** What is shown while there is nothing else to show yet. */
export function Preparing() {
  const text = useChatText();
  const model = useContext(ModelStatusContext);
  return (
    <p className={styles.activity} data-state="running">
      {model ? modelSentence(text, model) : text('tool.thinking')}
    </p>
  );
}
