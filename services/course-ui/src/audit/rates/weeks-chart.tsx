import { localeOf, useLanguage } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { ChartOrTable } from '../../widgets/chart/chart-or-table';
import { percentOf } from '../../widgets/chart/share-bar';
import { type Stack, StackedChart } from '../../widgets/chart/stacked-chart';
import { Select } from '../../widgets/form/select';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { shift } from '../filters/days';
import { useAuditText } from '../language/audit-text';
import { rowsOf } from './rows-of';
import styles from './rates.module.css';
import type { RateRow } from './sum-rates';
import type { RatesFilter } from './use-rates-filter';
import { verdictKinds } from './verdict-kinds';

const all = 'all';

interface WeeksChartProps {
  filter: RatesFilter;
  weeks: RateRow[];
  groups: RateRow[];
}

/** The weeks, of all or of one course, chatbot or model. */
export function WeeksChart({ filter, weeks, groups }: WeeksChartProps) {
  const text = useAuditText();
  const name = groups.find(({ key }) => key === filter.key)?.name;
  const title = name === undefined ? text('rates.weeksTitle') : text('rates.weeksTitleOf', { name });
  return (
    <div className={styles.weeks}>
      <Select
        name="key"
        label={text(`filter.${filter.by}`)}
        value={filter.key ?? all}
        onChange={(key) => filter.setKey(key === all ? null : key)}
        options={[{ value: all, label: text('rates.all') }, ...groups.map((group) => ({ value: group.key, label: group.name }))]}
      />
      <ChartOrTable
        title={title}
        lead={text('rates.weeksLead')}
        chart={<Chart filter={filter} weeks={weeks} title={title} />}
        table={<Table filter={filter} weeks={weeks} title={title} />}
      />
    </div>
  );
}

interface WeeksProps {
  filter: RatesFilter;
  weeks: RateRow[];
  title: string;
}

function Chart({ filter, weeks, title }: WeeksProps) {
  const text = useAuditText();
  const day = useDay();
  const legend = verdictKinds.map(({ key, kind }) => ({ key, kind, label: text(`rates.kind.${key}`) }));
  const stacks = weeks.map((week): Stack => {
    const parts = verdictKinds.map(({ key, kind, verdicts }, index) => {
      const value = verdicts.reduce((sum, verdict) => sum + week.counts[verdict], 0);
      return { key, kind, label: legend[index]?.label ?? '', value };
    });
    const told = parts.filter(({ value }) => value > 0).map(({ label, value }) => `${label} ${value}`);
    return {
      key: week.key,
      label: day(week.key, false),
      about: text('rates.weekAbout', { day: day(week.key), count: week.total, parts: told.join(', ') }),
      to: week.total === 0 ? null : rowsOf(filter, filter.key, weekOf(week.key)),
      parts,
    };
  });
  return <StackedChart name={title} stacks={stacks} legend={legend} />;
}

function Table({ filter, weeks, title }: WeeksProps) {
  const text = useAuditText();
  const day = useDay();
  const columns: Array<Column<RateRow>> = [
    { key: 'week', title: text('rates.week'), header: true, cell: ({ key }) => day(key) },
    ...useCountColumns(filter, (row) => ({ key: filter.key, span: weekOf(row.key) })),
  ];
  return (
    <DataTable
      caption={title}
      captionUnseen
      columns={columns}
      rows={[...weeks].reverse()}
      rowKey={({ key }) => key}
      empty={text('rates.none')}
    />
  );
}

/** A column for each verdict and for all of them; every number leads to its rows. */
export function useCountColumns(
  filter: RatesFilter,
  of: (row: RateRow) => { key: string | null; span: { from: string; to: string } },
): Array<Column<RateRow>> {
  const text = useAuditText();
  const locale = localeOf[useLanguage()];
  const kinds = [...verdictKinds].reverse();
  return [
    {
      key: 'total',
      title: text('rates.total'),
      number: true,
      cell: (row) => {
        const { key, span } = of(row);
        return row.total === 0 ? '0' : <Link to={rowsOf(filter, key, span)}>{row.total.toLocaleString(locale)}</Link>;
      },
    },
    ...kinds.map(({ key: kind, verdicts }): Column<RateRow> => ({
      key: kind,
      title: text(`rates.kind.${kind}`),
      number: true,
      cell: (row) => {
        const { key, span } = of(row);
        const count = verdicts.reduce((sum, verdict) => sum + row.counts[verdict], 0);
        if (count === 0) return '0';
        return (
          <>
            <Link to={rowsOf(filter, key, span, { verdict: verdicts })}>{count.toLocaleString(locale)}</Link>{' '}
            <span className={styles.share}>{percentOf(count, row.total)}</span>
          </>
        );
      },
    })),
  ];
}

function weekOf(week: string): { from: string; to: string } {
  return { from: week, to: shift(week, 6) };
}

function useDay(): (day: string, year?: boolean) => string {
  const locale = localeOf[useLanguage()];
  return (day, year = true) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
      ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
      ...(year ? { year: 'numeric' } : {}),
    });
}
