/** Small pieces of the report. */
import type { Child } from "hono/jsx";

/** Renders a list. The page is rendered once, so entries need no keys. */
export function each<T>(list: readonly T[], render: (entry: T, index: number) => Child): Child[] {
  return list.map(render);
}

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
          <tr>{each(columns, (column) => <th scope="col" class={style(column)}>{column.name}</th>)}</tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr class={isHere?.(row) ? "here" : undefined}>
              {each(columns, (column, index) =>
                index === 0
                  ? <th scope="row" class={style(column)}>{column.cell(row)}</th>
                  : <td class={style(column)}>{column.cell(row)}</td>)}
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
