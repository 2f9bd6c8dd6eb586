import type { ReactNode } from 'react';
import { Unseen } from '../unseen';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  number?: boolean;
  /** The column that says what a row is about. */
  header?: boolean;
  /** May break anywhere and takes what width there is. */
  wide?: boolean;
}

export interface DataTableProps<Row> {
  caption: string;
  /** Whether the caption is only for those who do not see the heading above. */
  captionUnseen?: boolean;
  columns: Array<Column<Row>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Said where there is no row. */
  empty: string;
}

/** Rows and columns; what does not fit is scrolled to, by the keyboard too. */
export function DataTable<Row>({ caption, captionUnseen = false, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.scroller} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{captionUnseen ? <Unseen>{caption}</Unseen> : caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, number }) => (
              <th key={key} scope="col" data-number={number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { header, number, wide, cell }, row }: { column: Column<Row>; row: Row }) {
  if (header) {
    return (
      <th scope="row" data-wide={wide}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td data-number={number} data-wide={wide}>
      {cell(row)}
    </td>
  );
}
