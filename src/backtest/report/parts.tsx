/** Small pieces of the report. */
import type { Child } from "hono/jsx";

export interface Column<Row> {
  readonly name: string;
  readonly right?: true;
  readonly wide?: true;
  cell(row: Row): Child;
}

/** The first column heads its row. It can be scrolled sideways, with the keyboard too. */
export function Table<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Marks a row. */
  isHere?: (row: Row) => boolean;
}) {
  const { caption, columns, rows, isHere } = props;
  const style = ({ right, wide }: Column<Row>) => right ? "right" : wide ? "wide" : undefined;
  return (
    <div class="scroll" role="region" aria-label={caption} tabindex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>{columns.map((column) => <th scope="col" class={style(column)}>{column.name}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr class={isHere?.(row) ? "here" : undefined}>
              {columns.map((column, index) =>
                index === 0
                  ? <th scope="row" class={style(column)}>{column.cell(row)}</th>
                  : <td class={style(column)}>{column.cell(row)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Card({ label, note, children }: { label: string; note: string; children?: Child }) {
  return (
    <div class="card">
      <span>{label}</span>
      <strong>{children}</strong>
      <span>{note}</span>
    </div>
  );
}

export function percent(share: number | null, digits = 1): string {
  return share === null ? "–" : `${(100 * share).toFixed(digits)} %`;
}

/** 12,345 */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Minutes, UTC. @param at RFC 3339 */
export function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}
