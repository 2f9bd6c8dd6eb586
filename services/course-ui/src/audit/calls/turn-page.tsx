import { MarkedAnswer, type PassageTrace, type TurnTrace } from '@course-chatbot/chat';
import { Link, useParams } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { Fold } from '../../widgets/fold';
import { useTurn } from '../api/audit-queries';
import { Page } from '../frame/page';
import { useAuditText } from '../language/audit-text';
import styles from './calls.module.css';
import { TurnFacts } from './turn-facts';
import { TurnRound } from './turn-round';

/** A turn, round by round. */
export function TurnPage() {
  const text = useAuditText();
  const { turnId = '' } = useParams();
  const turn = useTurn(turnId);
  return (
    <Page title={text('turn.title')} lead={text('turn.lead')}>
      {turn.isSuccess ? <Turn turn={turn.data} /> : <LoadState query={turn} />}
    </Page>
  );
}

function Turn({ turn }: { turn: TurnTrace }) {
  const text = useAuditText();
  const erased = <p className={styles.aside}>{text('one.erased')}</p>;
  return (
    <div className={styles.turn}>
      <TurnFacts turn={turn} />
      <section aria-labelledby="turn-question">
        <h2 id="turn-question">{text('one.question')}</h2>
        {turn.question === null ? erased : <p dir="auto">{turn.question}</p>}
      </section>
      <section aria-labelledby="turn-rounds">
        <h2 id="turn-rounds">{text('turn.rounds')}</h2>
        <ol className={styles.rounds}>
          {turn.rounds.map((round) => (
            <TurnRound key={round.number} round={round} />
          ))}
        </ol>
      </section>
      <Passages passages={turn.passages} />
      <section aria-labelledby="turn-answer">
        <h2 id="turn-answer">{text('one.answer')}</h2>
        {turn.answer === null ? (
          erased
        ) : (
          <div className={styles.answer}>
            <MarkedAnswer message={turn.answer} span={null} />
          </div>
        )}
      </section>
    </div>
  );
}

function Passages({ passages }: { passages: PassageTrace[] }) {
  const text = useAuditText();
  if (passages.length === 0) return null;
  return (
    <Fold level={2} title={text('turn.passages', { count: passages.length })}>
      {() => (
        <ol className={styles.passages}>
          {passages.map(({ id, number, shownNumber, title, section, url, text: words }) => (
            <li key={id}>
              <Link to={url}>{section && section !== title ? `${title} › ${section}` : title}</Link>{' '}
              <span className={styles.aside}>
                {text('turn.source', { number })}
                {shownNumber !== null && ` · ${text('turn.shown', { number: shownNumber })}`}
              </span>
              <p tabIndex={0}>{words}</p>
            </li>
          ))}
        </ol>
      )}
    </Fold>
  );
}
