import { type ReactNode, useId, useState } from 'react';
import { usePageText } from '../../language/page-text';
import { Button } from '../button';
import styles from './chart-or-table.module.css';

export interface ChartOrTableProps {
  title: string;
  lead?: ReactNode;
  chart: ReactNode;
  /** The same numbers. */
  table: ReactNode;
}

/** A chart with its table behind it. */
export function ChartOrTable({ title, lead, chart, table }: ChartOrTableProps) {
  const text = usePageText();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-describedby={id} onPress={() => setAsTable(!asTable)}>
          {text(asTable ? 'widget.asChart' : 'widget.asTable')}
        </Button>
      </header>
      {lead && <p className={styles.lead}>{lead}</p>}
      {asTable ? table : chart}
    </section>
  );
}
