import { type InsightDay, localeOf, useLanguage } from '@course-chatbot/chat';
import { type Bar, BarChart } from '../../widgets/chart/bar-chart';
import { ChartOrTable } from '../../widgets/chart/chart-or-table';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { type TeachText, useTeachText } from '../language/teach-text';
import { dayWords } from './day-words';
import styles from './insights.module.css';
import { isWithheld } from './withheld';

/** What happens day by day. */
export function DayCharts({ days }: { days: InsightDay[] }) {
  const text = useTeachText();
  return (
    <div className={styles.pair}>
      <DayChart title={text('insights.perDay')} column={text('insights.questions')} days={days} of={(day) => day.questions} />
      <DayChart
        title={text('insights.studentsPerDay')}
        column={text('insights.students')}
        days={days}
        of={(day) => day.students}
        few={text('insights.fewer')}
      />
    </div>
  );
}

export interface DayChartProps {
  title: string;
  /** Of the value, in the table. */
  column: string;
  days: InsightDay[];
  of: (day: InsightDay) => number | null;
  /** How a value is written; as a plain number when left out. */
  words?: (value: number) => string;
  /** What is said of a day without a value, where enough students asked. */
  noValue?: string;
  /** What is said of a day of few students; that they were few when left out. */
  few?: string;
}

interface DayBar extends Bar {
  words: string;
}

/** One value for each day, as a chart and as a table. */
export function DayChart({ title, column, days, of, words, noValue, few }: DayChartProps) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const written = words ?? ((value: number) => value.toLocaleString(locale));
  const untold = ({ students }: InsightDay) => (students !== null && noValue) || few || text('insights.fewerStudents');
  const bars = days.map((day): DayBar => {
    const value = isWithheld(day) ? null : of(day);
    return { key: day.day, label: dayWords(day.day, locale), value, words: value === null ? untold(day) : written(value) };
  });
  const columns: Array<Column<DayBar>> = [
    { key: 'day', title: text('insights.day'), header: true, cell: ({ label }) => label },
    { key: 'value', title: column, number: true, cell: (bar) => bar.words },
  ];
  return (
    <ChartOrTable
      title={title}
      chart={<BarChart name={nameOf(title, bars, days.some(isWithheld), text, written)} bars={bars} words={written} />}
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
function nameOf(title: string, bars: Bar[], withheld: boolean, text: TeachText, written: (value: number) => string): string {
  const told = bars.filter((bar): bar is Bar & { value: number } => bar.value !== null);
  const total = told.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return text(withheld ? 'insights.chartFew' : 'insights.chartEmpty', { title });
  const most = told.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return text('insights.chartAbout', {
    title,
    total: written(total),
    day: most.label,
    most: written(most.value),
  });
}
