import { createContext, type RefObject, useContext, useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { AskedApproval, AskedCall, AskedQuestion } from '../client/asked-call';
import type { ChatSession } from '../client/chat-session';
import { type ChatText, useChatText } from '../language/language';
import styles from './asked-card.module.css';

/** Where answers go. */
type Answering = Pick<ChatSession, 'approve' | 'answerCall' | 'leaveCall'>;
export const AnsweringContext = createContext<Answering | null>(null);

/** What the student is asked in the middle of an answer; answered, it stays as a record. */
export function AskedCard({ call }: { call: AskedCall }) {
  const text = useChatText();
  const card = useRef<HTMLElement>(null);
  const [titleId, aboutId] = [useId(), useId()];
  const open = call.state === 'open';
  useFocusOf(card, open, call.kind === 'approval');
  return (
    <section
      ref={card}
      className={styles.card}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={aboutId}
      tabIndex={-1}
      data-open={open}
    >
      <p id={titleId} className={styles.title}>
        {text(call.kind === 'approval' ? 'asked.approval' : 'asked.question')}
      </p>
      <p id={aboutId} className={styles.about} dir="auto">
        {call.about ?? (call.kind === 'approval' && text('asked.undescribed'))}
      </p>
      {!open && <p className={styles.outcome}>{outcome(text, call)}</p>}
      {open && (call.kind === 'approval' ? <Approving call={call} aboutId={aboutId} /> : <Choosing call={call} />)}
    </section>
  );
}

/** The safe answer comes first. */
function Approving({ call, aboutId }: { call: AskedApproval; aboutId: string }) {
  const text = useChatText();
  const answering = useContext(AnsweringContext);
  const answer = (approved: boolean) => void answering?.approve(call.approvalId, approved);
  return (
    <div className={styles.answers}>
      <Button className={styles.answer ?? ''} aria-describedby={aboutId} onPress={() => answer(false)}>
        {text('asked.refuse')}
      </Button>
      <Button className={styles.answer ?? ''} data-main onPress={() => answer(true)}>
        {text('asked.approve')}
      </Button>
    </div>
  );
}

function Choosing({ call: { toolName, callId, choices } }: { call: AskedQuestion }) {
  const text = useChatText();
  const answering = useContext(AnsweringContext);
  if (!choices) {
    return (
      <>
        <p className={styles.outcome}>{text('asked.unknown')}</p>
        <div className={styles.answers}>
          <Button className={styles.answer ?? ''} onPress={() => void answering?.leaveCall(toolName, callId)}>
            {text('asked.goOn')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <div className={styles.answers}>
      {choices.map((choice, index) => (
        <Button
          key={index}
          className={styles.answer ?? ''}
          onPress={() => void answering?.answerCall(toolName, callId, choice)}
        >
          <bdi>{choice}</bdi>
        </Button>
      ))}
    </div>
  );
}

function outcome(text: ChatText, call: AskedCall): string {
  if (call.state === 'unanswered') return text('asked.unanswered');
  if (call.kind === 'approval') {
    const answer = text(call.state === 'yes' ? 'asked.approved' : 'asked.refused');
    return call.fault ? `${answer} ${call.fault}` : answer;
  }
  if (call.state === 'no') return text('asked.notAnswered');
  return call.choice === undefined ? text('asked.answered') : text('asked.chosen', { choice: call.choice });
}

/**
 * An approval takes the focus to its safe button, unless the student is doing something. When a card is answered its
 * buttons go: the next open card gets the focus then, or the record itself.
 */
function useFocusOf(card: RefObject<HTMLElement | null>, open: boolean, takesFocus: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open && takesFocus && isIdle(card.current)) firstButton(card.current)?.focus();
    if (!open && wasOpen.current && isLost(card.current)) {
      const next = card.current?.closest('article')?.querySelector<HTMLElement>('[data-open=true]');
      (firstButton(next) ?? card.current)?.focus();
    }
    wasOpen.current = open;
  }, [card, open, takesFocus]);
}

function firstButton(card: HTMLElement | null | undefined): HTMLButtonElement | null {
  return card?.querySelector('button') ?? null;
}

function isLost(card: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || card?.contains(activeElement) === true;
}

/** Nothing is being typed, and no other card of the answer has the focus. */
function isIdle(card: HTMLElement | null): boolean {
  const { activeElement } = document;
  return isLost(card) || (activeElement instanceof HTMLTextAreaElement && activeElement.value === '');
}
