import { isHidden, verdictOfSource } from '../citation/verdicts';
import { useChatText } from '../language/language';
import type { CitationData } from '../wire';
import { useFollowing } from './chat-context';
import styles from './source-list.module.css';
import { VerdictSign, verdictWords } from './verdict-sign';

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
  const verdict = verdictOfSource(citation);
  const words = verdict && verdictWords(text, verdict);
  return (
    <li className={styles.source}>
      {isHidden(citation) ? (
        <span>
          {number} <VerdictSign verdict="hidden" /> {text('citation.hidden')}
        </span>
      ) : (
        <>
          <a href={citation.url} title={citation.chapter} onClick={(event) => following(event, citation.url, citation)}>
            {number} <bdi>{sourceName(citation)}</bdi>
          </a>
          {verdict && (
            <span className={styles.verdict} role="img" aria-label={words} title={words}>
              <VerdictSign verdict={verdict} />
            </span>
          )}
        </>
      )}
    </li>
  );
}
