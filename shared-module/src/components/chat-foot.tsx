import { type RefObject, useId } from 'react';
import type { ChatSession } from '../client/chat-session';
import type { SessionView } from '../client/session-state';
import styles from './chat-panel.module.css';
import { Composer } from './composer';
import { ContextChips } from './context-chips';
import { LimitNote, useLimitNews } from './limit-note';
import { RefusalNote } from './refusal-note';

export interface FootProps {
  session: ChatSession;
  view: SessionView;
  busy: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Text that is selected on the page. */
  offered: string | null;
}

/** The composer with what goes along, and above it why the last message was refused. */
export function Foot({ session, view, busy, field, offered }: FootProps) {
  const news = useLimitNews(session, view.use);
  const noteId = useId();
  // What the composer says anyhow is not said twice.
  const refusal = news.state === 'reached' && view.refusal?.code === 'limit_reached' ? null : view.refusal;
  return (
    <div className={styles.foot}>
      {view.phase === 'ready' && refusal && <RefusalNote refusal={refusal} session={session} />}
      <Composer
        draft={view.draft}
        busy={busy}
        limit={view.limits?.messageCharacters ?? null}
        shut={news.state === 'reached'}
        noteId={noteId}
        field={field}
        onDraft={(draft) => session.setDraft(draft)}
        onSend={(question) => void session.send(question)}
        onStop={() => void session.stop()}
      >
        <ContextChips session={session} view={view} offered={offered} />
      </Composer>
      <LimitNote id={noteId} news={news} courseZone={view.use?.timeZone ?? 'UTC'} />
    </div>
  );
}
