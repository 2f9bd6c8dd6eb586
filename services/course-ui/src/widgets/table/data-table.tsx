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
  /** Whether the cells of a row stand below each other on a phone: for rows that are read, not compared. */
  stacked?: boolean;
}

/** Rows and columns; what does not fit is scrolled to, by the keyboard too. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionUnseen = false, columns, rows, rowKey, empty, stacked = false } = props;
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  // The roles are said once more: a browser takes them away from what is not laid out as a table.
  return (
    <div className={styles.scroller} role="group" aria-label={caption} tabIndex={0} data-stacked={stacked}>
      <table className={styles.table} role="table">
        <caption className={styles.caption}>{captionUnseen ? <Unseen>{caption}</Unseen> : caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, title, number }) => (
              <th key={key} scope="col" role="columnheader" data-number={number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
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

function Cell<Row>({ column: { title, header, number, wide, cell }, row }: { column: Column<Row>; row: Row }) {
  if (header) {
    return (
      <th scope="row" role="rowheader" data-wide={wide}>
        {cell(row)}
      </th>
    );
  }
  const shown = cell(row);
  return (
    <td role="cell" data-title={title} data-number={number} data-wide={wide} data-empty={shown === ''}>
      {shown}
    </td>
  );
}
