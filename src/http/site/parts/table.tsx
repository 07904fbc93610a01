/** A table that becomes a list of cards on a phone; its roles stay, whatever the style makes of it. */
import type { Child } from "hono/jsx";
import { each } from "../each.ts";

export interface Column<Row> {
  readonly name: string;
  readonly right?: true;
  cell(row: Row): Child;
}

/** The first column heads its row. */
export function Table<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty?: Child;
}) {
  const { columns, rows } = props;
  if (rows.length === 0) {
    return <div class="table empty">{props.empty ?? <p>There is nothing here yet.</p>}</div>;
  }
  return (
    <div class="table">
      <table role="table">
        <caption class="visually-hidden">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {each(
              columns,
              ({ name, right }) => (
                <th role="columnheader" scope="col" class={right ? "right" : undefined}>{name}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {each(rows, (row) => (
            <tr role="row">
              {each(
                columns,
                (column, index) => (
                  <Cell name={column.name} right={column.right ?? false} head={index === 0}>
                    {column.cell(row)}
                  </Cell>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell(props: { name: string; right: boolean; head: boolean; children?: Child }) {
  const { name, right, head } = props;
  return head
    ? (
      <th role="rowheader" scope="row" data-label={name} class="wrap">
        <span>{props.children}</span>
      </th>
    )
    : (
      <td role="cell" data-label={name} class={right ? "right" : undefined}>
        <span>{props.children}</span>
      </td>
    );
}
