import { useEffect, useId, useMemo } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { CitationData } from '../wire';
import { useFollowing } from './chat-context';
import styles from './citation-chip.module.css';
import type { ShownCitation } from './citations';
import { ExcerptText } from './excerpt-text';

/** An excerpt longer than this may have to be scrolled, by the keyboard too. */
const scrolledLength = 200;

export interface CitationPopoverProps {
  citation: CitationData;
  shown: ShownCitation;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** Where a citation comes from. Pressed open it is a dialog; under the mouse it leaves the focus where it is. */
export function CitationPopover({ citation, shown, onEnter, onLeave, onClose }: CitationPopoverProps) {
  const anchor = useMemo(() => ({ current: shown.chip }), [shown.chip]);
  const titleId = useId();
  useEscape(!shown.pinned, onClose);
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={anchor}
      placement="top"
      offset={6}
      isOpen
      isNonModal={!shown.pinned}
      onOpenChange={(open) => !open && onClose()}
    >
      {shown.pinned ? (
        <Dialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={3} className={styles.title ?? ''} dir="auto">
            <Title citation={citation} />
          </Heading>
          <Excerpt citation={citation} onClose={onClose} />
        </Dialog>
      ) : (
        <div
          className={styles.dialog}
          role="dialog"
          aria-labelledby={titleId}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
        >
          <h3 id={titleId} className={styles.title} dir="auto">
            <Title citation={citation} />
          </h3>
          <Excerpt citation={citation} onClose={onClose} />
        </div>
      )}
    </Popover>
  );
}

function Title({ citation }: { citation: CitationData }) {
  const text = useChatText();
  return isHidden(citation) ? text('citation.hidden') : citation.title;
}

function Excerpt({ citation, onClose }: { citation: CitationData; onClose: () => void }) {
  const text = useChatText();
  const following = useFollowing();
  if (isHidden(citation)) return null;
  const { chapter, section, snippet, url } = citation;
  const place = [chapter, section].filter(Boolean).join(' › ');
  return (
    <>
      {place && (
        <p className={styles.chapter} dir="auto">
          {place}
        </p>
      )}
      <blockquote className={styles.excerpt} tabIndex={snippet.length > scrolledLength ? 0 : undefined}>
        <ExcerptText passage={snippet} />
      </blockquote>
      <a
        className={styles.follow}
        href={url}
        onClick={(event) => {
          onClose();
          following(event, url, citation);
        }}
      >
        {text('citation.follow')}
      </a>
    </>
  );
}

/** The page is no longer open to this student: nothing of it is shown, and nothing leads there. */
export function isHidden({ verdict, url }: CitationData): boolean {
  return verdict === 'hidden' || url === '';
}

/** Esc closes what only the mouse has opened, and does nothing else then. */
function useEscape(active: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [active, onClose]);
}
