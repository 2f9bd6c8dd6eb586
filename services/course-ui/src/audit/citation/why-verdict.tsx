import { type CitationDetail, localeOf, useChatText, useLanguage, VerdictSign, verdictWords } from '@course-chatbot/chat';
import { Tag } from '../../widgets/tag';
import { type AuditText, useAuditText } from '../language/audit-text';
import styles from './citation-pane.module.css';
import { type Findings, findingsOf } from './why';

/** The verdict, and in words what led to it. */
export function WhyVerdict({ detail: { row, span, answer } }: { detail: CitationDetail }) {
  const text = useAuditText();
  const chat = useChatText();
  const locale = localeOf[useLanguage()];
  const { verdict, freshness, score, cited } = row;
  const percent = score?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <section className={styles.part} aria-label={text('why.title')}>
      <p className={styles.verdict}>
        {verdict && <VerdictSign verdict={verdict} />}
        <span className={styles.first}>
          {verdict ? verdictWords(chat, verdict) : text(cited ? 'list.notChecked' : 'list.notCited')}
        </span>
        {freshness && (
          <Tag kind={freshness === 'gone' ? 'bad' : freshness === 'changed' ? 'warn' : 'plain'}>
            {text(`freshness.${freshness}`)}
          </Tag>
        )}
      </p>
      {verdict && <p>{text(`why.${verdict}`)}</p>}
      <Found findings={findingsOf(span, answer)} text={text} />
      {freshness && freshness !== 'fresh' && <p>{text(`why.fresh.${freshness}`)}</p>}
      {percent && <p className={styles.aside}>{text('why.score', { percent })}</p>}
    </section>
  );
}

function Found({ findings: { missing, quotes }, text }: { findings: Findings; text: AuditText }) {
  const lines = [
    ...quotes.nowhere.map((words) => text('why.quoteNowhere', { words })),
    ...quotes.elsewhere.map((words) => text('why.quoteElsewhere', { words })),
    ...quotes.cited.map((words) => text('why.quoteCited', { words })),
    ...(missing.length > 0 ? [text('why.missing', { words: missing.join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}
