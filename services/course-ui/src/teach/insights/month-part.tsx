import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { Progress } from '../../widgets/progress';
import { useTeachText } from '../language/teach-text';
import { DayChart } from './day-charts';
import styles from './insights.module.css';

/** What was used of the limit, and how it came together. */
export function MonthPart({ insights: { days, month } }: { insights: Insights }) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const used = month.usedTokens.toLocaleString(locale);
  const { limitTokens } = month;
  return (
    <div className={styles.pair}>
      <DayChart
        title={text('insights.tokensPerDay')}
        column={text('insights.tokens')}
        days={days}
        of={({ inputTokens, outputTokens }) => inputTokens + outputTokens}
      />
      <section className={styles.part} aria-labelledby="month-title">
        <h2 id="month-title">{text('insights.month')}</h2>
        {limitTokens === null ? (
          <p>{text('insights.monthFree', { used })}</p>
        ) : (
          <Progress
            label={text('insights.tokens')}
            done={Math.min(month.usedTokens, limitTokens)}
            total={limitTokens}
            words={text('insights.monthOf', { used, limit: limitTokens.toLocaleString(locale) })}
          />
        )}
      </section>
    </div>
  );
}
