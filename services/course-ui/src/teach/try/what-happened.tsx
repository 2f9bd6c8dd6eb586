import type { ConversationId, TurnId, TurnTrace } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';
import { manageApi } from '../api/manage-api';
import { useEditor } from '../editor/editor-context';
import { RetrievedPassages } from './retrieved-passages';
import { TraceRound } from './trace-round';
import styles from './try.module.css';

export interface WhatHappenedProps {
  conversationId: ConversationId | null;
  /** The last answer's. */
  turnId: TurnId | null;
}

/** What the model could use, used and was refused for an answer, and what was found. */
export function WhatHappened({ conversationId, turnId }: WhatHappenedProps) {
  const { text } = useEditor().words;
  const trace = useQuery({
    queryKey: ['manage', 'trace', turnId],
    queryFn: () => manageApi.trace(conversationId ?? ''),
    enabled: conversationId !== null && turnId !== null,
    staleTime: Infinity,
  });
  return (
    <section className={styles.happened} aria-labelledby="happened-title">
      <h3 id="happened-title">{text('trace.title')}</h3>
      {turnId === null && <p className={styles.lead}>{text('trace.none')}</p>}
      {turnId !== null && trace.isPending && <p className={styles.lead}>{text('trace.loading')}</p>}
      {trace.isError && <p role="alert">{text('trace.failed')}</p>}
      {turnId !== null && trace.data && <Trace trace={trace.data} />}
    </section>
  );
}

function Trace({ trace }: { trace: TurnTrace }) {
  const { text, locale } = useEditor().words;
  const { rounds, passages, requests, inputTokens, outputTokens, startedAt, endedAt } = trace;
  const seconds = endedAt === null ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
  return (
    <>
      <p className={styles.lead}>
        {text('trace.sums', {
          requests: text('trace.requests', { count: requests }),
          tokens: (inputTokens + outputTokens).toLocaleString(locale),
          seconds: seconds?.toLocaleString(locale, { maximumFractionDigits: 1 }) ?? '…',
        })}
      </p>
      <ol className={styles.rounds}>
        {rounds.map((round) => (
          <TraceRound key={round.number} round={round} />
        ))}
      </ol>
      <RetrievedPassages passages={passages} />
    </>
  );
}
