import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { Progress } from '../../widgets/progress';
import { useTeachText } from '../language/teach-text';
import { DayChart } from './day-charts';
import styles from './insights.module.css';
import { moneyWords } from './money-words';

/** What was used of the limit and what it cost, and how both came together. */
export function MonthPart({ insights }: { insights: Insights }) {
  const text = useTeachText();
  const { currency, days, month } = insights;
  return (
    <div className={styles.pair}>
      <DayChart
        title={text('insights.tokensPerDay')}
        column={text('insights.tokens')}
        days={days}
        of={({ inputTokens, outputTokens }) => inputTokens + outputTokens}
      />
      {currency !== null && <CostChart days={days} currency={currency} />}
      <section className={styles.part} aria-labelledby="month-title">
        <h2 id="month-title">{text(month.limitTokens === null ? 'insights.monthAlone' : 'insights.month')}</h2>
        <MonthUsed insights={insights} />
      </section>
    </div>
  );
}

function CostChart({ days, currency }: { days: Insights['days']; currency: string }) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  return (
    <DayChart
      title={text('insights.costPerDay')}
      column={text('insights.cost')}
      days={days}
      of={({ costMicros }) => costMicros}
      words={(millionths) => moneyWords(millionths, currency, locale)}
      noValue={text('insights.noPrice')}
    />
  );
}

function MonthUsed({ insights: { currency, month } }: { insights: Insights }) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const { usedTokens, limitTokens, usedCostMicros } = month;
  const used = usedTokens.toLocaleString(locale);
  const cost = currency !== null && usedCostMicros !== null ? moneyWords(usedCostMicros, currency, locale) : null;
  const limit = limitTokens?.toLocaleString(locale) ?? '';
  return (
    <>
      {limitTokens === null ? (
        <p>{cost === null ? text('insights.monthFree', { used }) : text('insights.monthFreeCost', { used, cost })}</p>
      ) : (
        <Progress
          label={text('insights.tokens')}
          done={Math.min(usedTokens, limitTokens)}
          total={limitTokens}
          words={cost === null ? text('insights.monthOf', { used, limit }) : text('insights.monthOfCost', { used, limit, cost })}
        />
      )}
      {currency !== null && cost === null && <p>{text('insights.monthNoPrice', { currency })}</p>}
    </>
  );
}
