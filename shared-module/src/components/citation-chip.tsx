import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { CitationData } from '../wire';
import { useChatHost, useCitation } from './chat-context';
import styles from './citation-chip.module.css';

/** An excerpt longer than this may have to be scrolled, by the keyboard too. */
const scrolledLength = 300;
/** Keeps a number on the line of the word before it. */
const wordJoiner = '\u2060';

/** The small number behind a cited sentence. */
export function CitationChip({ number }: { number: number }) {
  const citation = useCitation(number);
  const text = useChatText();
  if (!citation) return null;
  return (
    <span className={styles.glued}>
      {wordJoiner}
      <DialogTrigger>
        <Button className={styles.chip ?? ''} aria-label={text('citation.open', { number, title: citation.title })}>
          {number}
        </Button>
        <CitationPopover citation={citation} />
      </DialogTrigger>
    </span>
  );
}

function CitationPopover({ citation }: { citation: CitationData }) {
  const text = useChatText();
  const { follow } = useChatHost();
  return (
    <Popover className={styles.popover ?? ''} placement="top" offset={6}>
      <Dialog className={styles.dialog ?? ''}>
        {({ close }) => (
          <>
            <Heading slot="title" level={3} className={styles.title ?? ''}>
              {citation.title}
            </Heading>
            {citation.chapter && <p className={styles.chapter}>{citation.chapter}</p>}
            <blockquote className={styles.excerpt} tabIndex={citation.snippet.length > scrolledLength ? 0 : undefined}>
              {citation.snippet}
            </blockquote>
            <a
              className={styles.follow}
              href={citation.url}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                close();
                follow(citation.url, citation);
              }}
            >
              {text('citation.follow')}
            </a>
          </>
        )}
      </Dialog>
    </Popover>
  );
}
