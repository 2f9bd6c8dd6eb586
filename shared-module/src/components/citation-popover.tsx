import { useEffect, useId, useMemo, useRef } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { passageMarks } from '../citation/passage-marks';
import { isHidden } from '../citation/verdicts';
import { useChatText } from '../language/language';
import type { CitationData, Span } from '../wire';
import { useFollowing } from './chat-context';
import { CitationCheck, CitedSentence } from './citation-check';
import styles from './citation-chip.module.css';
import type { ShownCitation } from './citations';
import { ExcerptText } from './excerpt-text';
import { useMoreBelow } from './use-more-below';
import check from './verdict.module.css';

/** An excerpt longer than this may have to be scrolled, by the keyboard too. */
const scrolledLength = 200;

export interface CitationPopoverProps {
  citation: CitationData;
  shown: ShownCitation;
  /** The cited sentence, and the text part that it stands in. */
  span: Span | undefined;
  text: string;
  /** Other sources that the sentence cites as well. */
  together: number[];
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** Where a citation comes from. Pressed open it is a dialog; under the mouse it leaves the focus where it is. */
export function CitationPopover(props: CitationPopoverProps) {
  const { citation, shown, span, onEnter, onLeave, onClose } = props;
  const anchor = useMemo(() => ({ current: shown.chip }), [shown.chip]);
  const titleId = useId();
  useEscape(!shown.pinned, onClose);
  return (
    <Popover
      className={`${styles.popover} ${span?.verdict && !isHidden(citation) ? styles.wide : ''}`}
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
          <Excerpt {...props} />
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
          <Excerpt {...props} />
        </div>
      )}
    </Popover>
  );
}

function Title({ citation }: { citation: CitationData }) {
  const text = useChatText();
  return isHidden(citation) ? text('citation.hidden') : citation.title;
}

function Excerpt(props: CitationPopoverProps) {
  const { citation, span, text: written, together, onClose } = props;
  const text = useChatText();
  const following = useFollowing();
  if (isHidden(citation)) return null;
  const { chapter, section, url } = citation;
  const place = [chapter, section].filter(Boolean).join(' › ');
  return (
    <>
      {place && (
        <p className={styles.chapter} dir="auto">
          {place}
        </p>
      )}
      {span?.verdict && <CitationCheck span={span} verdict={span.verdict} text={written} together={together} />}
      <Sides {...props} />
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

/** What the answer says and what the page says; before the sentence was checked, the page alone. */
function Sides({ citation: { snippet }, span, text: written }: CitationPopoverProps) {
  const text = useChatText();
  const excerpt = useRef<HTMLQuoteElement>(null);
  const more = useMoreBelow(excerpt);
  const marked = useMemo(() => span && passageMarks(span, written, snippet), [span, written, snippet]);
  const checked = span?.verdict !== undefined;
  return (
    <div className={check.sides} data-both={checked}>
      {checked && (
        <div className={`${check.side} ${check.whole}`}>
          <h4>{text('check.sentence')}</h4>
          <CitedSentence span={span} text={written} />
        </div>
      )}
      <div className={check.side}>
        {checked && <h4>{text('check.passage')}</h4>}
        <blockquote
          ref={excerpt}
          className={styles.excerpt}
          data-more={more}
          tabIndex={snippet.length > scrolledLength ? 0 : undefined}
        >
          <ExcerptText passage={snippet} marked={marked} />
        </blockquote>
      </div>
    </div>
  );
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
