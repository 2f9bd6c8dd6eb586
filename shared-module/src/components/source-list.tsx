import { useChatText } from '../language/language';
import type { CitationData } from '../wire';
import { useFollowing } from './chat-context';
import { isHidden } from './citation-popover';
import styles from './source-list.module.css';

/** A list longer than this is folded. */
const shortList = 4;

/** The sources below an answer: one line, each a link to its passage. */
export function SourceList({ citations }: { citations: CitationData[] }) {
  const text = useChatText();
  if (citations.length === 0) return null;
  const list = (
    <ul className={styles.list} aria-label={text('sources.label')}>
      {citations.map((citation) => (
        <Source key={citation.number} citation={citation} />
      ))}
    </ul>
  );
  if (citations.length <= shortList) {
    return (
      <div className={styles.sources}>
        <span className={styles.label} aria-hidden="true">
          {text('sources.label')}:{' '}
        </span>
        {list}
      </div>
    );
  }
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>{text('sources.count', { count: citations.length })}</summary>
      {list}
    </details>
  );
}

/** The page, and the section of it where that says more: two sources of one page must not look alike. */
export function sourceName({ title, section }: CitationData): string {
  return section && section !== title ? `${title}: ${section}` : title;
}

function Source({ citation }: { citation: CitationData }) {
  const text = useChatText();
  const following = useFollowing();
  const number = <span className={styles.number}>{citation.number}</span>;
  return (
    <li className={styles.source}>
      {isHidden(citation) ? (
        <span>
          {number} {text('citation.hidden')}
        </span>
      ) : (
        <a href={citation.url} title={citation.chapter} onClick={(event) => following(event, citation.url, citation)}>
          {number} <bdi>{sourceName(citation)}</bdi>
        </a>
      )}
    </li>
  );
}
