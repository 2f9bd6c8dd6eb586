import { type InsightDay, localeOf, useLanguage } from '@course-chatbot/chat';
import { type Bar, BarChart } from '../../widgets/chart/bar-chart';
import { ChartOrTable } from '../../widgets/chart/chart-or-table';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { type TeachText, useTeachText } from '../language/teach-text';
import { dayWords } from './day-words';
import styles from './insights.module.css';

/** What happens day by day. */
export function DayCharts({ days }: { days: InsightDay[] }) {
  const text = useTeachText();
  return (
    <div className={styles.pair}>
      <DayChart title={text('insights.perDay')} column={text('insights.questions')} days={days} of={(day) => day.questions} />
      <DayChart title={text('insights.studentsPerDay')} column={text('insights.students')} days={days} of={(day) => day.students} />
    </div>
  );
}

export interface DayChartProps {
  title: string;
  /** Of the value, in the table. */
  column: string;
  days: InsightDay[];
  of: (day: InsightDay) => number | null;
}

/** One value for each day, as a chart and as a table. */
export function DayChart({ title, column, days, of }: DayChartProps) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const bars = days.map((day) => ({ key: day.day, label: dayWords(day.day, locale), value: of(day) }));
  const columns: Array<Column<Bar>> = [
    { key: 'day', title: text('insights.day'), header: true, cell: ({ label }) => label },
    {
      key: 'value',
      title: column,
      number: true,
      cell: ({ value }) => (value === null ? text('insights.fewer') : value.toLocaleString(locale)),
    },
  ];
  return (
    <ChartOrTable
      title={title}
      chart={<BarChart name={nameOf(title, bars, text, locale)} bars={bars} />}
      table={
        <div className={styles.longTable}>
          <DataTable
            caption={title}
            captionUnseen
            columns={columns}
            rows={[...bars].reverse()}
            rowKey={({ key }) => key}
            empty={text('insights.unansweredNone')}
          />
        </div>
      }
    />
  );
}

/** What is to be seen, for those who do not see it. */
function nameOf(title: string, bars: Bar[], text: TeachText, locale: string): string {
  const told = bars.filter((bar): bar is Bar & { value: number } => bar.value !== null);
  const total = told.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return text('insights.chartEmpty', { title });
  const most = told.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return text('insights.chartAbout', {
    title,
    total: total.toLocaleString(locale),
    day: most.label,
    most: most.value.toLocaleString(locale),
  });
}
