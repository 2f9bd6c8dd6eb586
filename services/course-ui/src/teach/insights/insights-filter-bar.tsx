import { localeOf, useLanguage, type Insights } from '@course-chatbot/chat';
import { Choices } from '../../widgets/form/choices';
import { Select } from '../../widgets/form/select';
import { useTeachText } from '../language/teach-text';
import { dayWords } from './day-words';
import styles from './insights.module.css';
import { periods, type useInsightsFilter } from './use-insights-filter';

const all = 'all';

export interface InsightsFilterBarProps {
  filter: ReturnType<typeof useInsightsFilter>;
  insights: Insights | undefined;
}

/** Which days and which chatbot are counted. */
export function InsightsFilterBar({ filter, insights }: InsightsFilterBarProps) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const options = [
    { value: all, label: text('insights.all') },
    ...(insights?.chatbots ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={styles.filter}>
      <Choices
        name="period"
        label={text('insights.period')}
        inline
        value={String(filter.days)}
        onChange={(days) => filter.setDays(periods.find((period) => String(period) === days) ?? periods[1])}
        choices={periods.map((count) => ({ value: String(count), label: text('insights.days', { count }) }))}
      />
      <Select
        name="chatbot"
        label={text('insights.chatbot')}
        value={filter.chatbotId ?? all}
        onChange={(id) => filter.setChatbot(id === all ? null : id)}
        options={options}
      />
      {insights && (
        <p className={styles.span} role="status">
          {text('insights.span', {
            from: dayWords(insights.from, locale),
            to: dayWords(insights.to, locale),
            zone: insights.timeZone,
          })}
        </p>
      )}
    </div>
  );
}
