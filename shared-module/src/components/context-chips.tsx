import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { ChatSession } from '../client/chat-session';
import type { SessionView } from '../client/session-state';
import styles from './context-chips.module.css';
import { CloseIcon } from './icons';

/** A selection is shown by its first words. */
const shownCharacters = 60;

export interface ContextChipsProps {
  session: ChatSession;
  view: SessionView;
  /** Text that is selected on the page and does not go along yet. */
  offered: string | null;
}

/** What goes along with the question: the page, or text selected on it. Each can be taken out. */
export function ContextChips({ session, view, offered }: ContextChipsProps) {
  const text = useChatText();
  const { page, withoutPage, selection } = view;
  const useOffered = page && offered && offered !== selection?.text;
  if (!page && !selection) return null;
  return (
    <ul className={styles.chips} aria-label={text('composer.along')}>
      {selection && (
        <Chip
          words={text('composer.selection', { text: firstWords(selection.text) })}
          whole={selection.text}
          removal={text('composer.withoutSelection')}
          onRemove={() => session.attach(null)}
        />
      )}
      {!selection && page && !withoutPage && (
        <Chip
          words={text('composer.page', { title: page.title })}
          whole={page.title}
          removal={text('composer.withoutPage')}
          onRemove={() => session.leavePage(true)}
        />
      )}
      {!selection && page && withoutPage && (
        <Offer words={text('composer.withPage')} onPress={() => session.leavePage(false)} />
      )}
      {useOffered && (
        <Offer words={text('composer.useSelection')} onPress={() => session.attach({ text: offered, page })} />
      )}
    </ul>
  );
}

interface ChipProps {
  words: string;
  whole: string;
  removal: string;
  onRemove: () => void;
}

function Chip({ words, whole, removal, onRemove }: ChipProps) {
  return (
    <li className={styles.chip}>
      <span className={styles.words} title={whole}>
        <bdi>{words}</bdi>
      </span>
      <Button className={styles.remove ?? ''} aria-label={removal} onPress={onRemove}>
        <CloseIcon />
      </Button>
    </li>
  );
}

function Offer({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <li>
      <Button className={styles.offer ?? ''} onPress={onPress}>
        {words}
      </Button>
    </li>
  );
}

/** The beginning of a text, in one line, cut at the end of a word. */
export function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  if (letters.length <= shownCharacters) return line;
  const cut = letters.slice(0, shownCharacters).join('');
  return `${cut.replace(/\s+\S{0,20}$/u, '')}…`;
}
