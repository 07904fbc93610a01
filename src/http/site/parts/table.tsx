/** A table that becomes a list of cards on a phone. Its roles are explicit, because browsers drop them with that style. */
import type { Child } from "hono/jsx";
import { each } from "../each.ts";

export interface Column<Row> {
  readonly name: string;
  /** The name as the head of the column shows it. */
  readonly head?: Child;
  readonly right?: true;
  cell(row: Row): Child;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly empty?: Child;
  /** Many rows fit a screen. `unlabelled`: on a phone too, since cells say by themselves what they are. */
  readonly dense?: true | "unlabelled";
  /** So many columns that the table may have to be moved sideways. */
  readonly wide?: true;
}

/** The first column heads its row. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows } = props;
  if (rows.length === 0) {
    return <div class="table empty">{props.empty ?? <p>There is nothing here yet.</p>}</div>;
  }
  return (
    <div
      class={classOf(props)}
      {...props.wide ? { tabindex: 0, role: "region", "aria-label": props.caption } : {}}
    >
      <table role="table">
        <caption class="visually-hidden">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {each(
              columns,
              ({ name, head, right }) => (
                <th role="columnheader" scope="col" class={right ? "right" : undefined}>{head ?? name}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {each(rows, (row) => (
            <tr role="row">
              {each(columns, ({ name, right, cell }, index) =>
                index === 0
                  ? (
                    <th role="rowheader" scope="row" data-label={name} class="wrap">
                      <span>{cell(row)}</span>
                    </th>
                  )
                  : (
                    <td role="cell" data-label={name} class={right ? "right" : undefined}>
                      <span>{cell(row)}</span>
                    </td>
                  ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf({ dense, wide }: Pick<TableProps<never>, "dense" | "wide">): string {
  return ["table", dense && "dense", dense === "unlabelled" && dense, wide && "wide-table"].filter(Boolean)
    .join(" ");
}

type PageLink = readonly [name: string, href: string] | null;

/** Links to the pages before and after. */
export function Pager({ back, on, children }: { back: PageLink; on: PageLink; children?: Child }) {
  const link = (to: PageLink) =>
    to === null ? <span></span> : <a class="button quiet" href={to[1]}>{to[0]}</a>;
  return (
    <nav class="pager" aria-label="Pages">
      {link(back)}
      {children}
      {link(on)}
    </nav>
  );
}

/** The figures of a chart, hidden until they are asked for. */
export function CollapsibleTable<Row>(props: TableProps<Row>) {
  return (
    <details>
      <summary>Show as table</summary>
      <Table {...props} />
    </details>
  );
}
