import { type Column, DataTable } from '../../widgets/table/data-table';
import { useAuditText } from '../language/audit-text';
import styles from './rates.module.css';
import type { RateRow } from './sum-rates';
import type { RatesFilter } from './use-rates-filter';
import { useCountColumns } from './weeks-chart';

/** The whole time, course by course, chatbot by chatbot or model by model. */
export function GroupTable({ filter, groups }: { filter: RatesFilter; groups: RateRow[] }) {
  const text = useAuditText();
  const title = text('rates.whole', { count: filter.weeks });
  const span = { from: filter.from, to: filter.to };
  const columns: Array<Column<RateRow>> = [
    { key: 'name', title: text(`filter.${filter.by}`), header: true, wide: true, cell: ({ name }) => name },
    ...useCountColumns(filter, ({ key }) => ({ key, span })),
  ];
  return (
    <section className={styles.part} aria-labelledby="groups-title">
      <h2 id="groups-title">{title}</h2>
      <DataTable
        caption={title}
        captionUnseen
        columns={columns}
        rows={groups}
        rowKey={({ key }) => key}
        empty={text('rates.none')}
      />
    </section>
  );
}
