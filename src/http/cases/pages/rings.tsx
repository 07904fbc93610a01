/** `/console/rings`: the rings of the account, those of the highest risk, the newest or the largest first. */
import type { KeyMode } from "../../../model/records.ts";
import type { ListedRing, RingOrder } from "../../../service/cases/ring_lists.ts";
import { Day, thousands, Time } from "../../site/parts/marks.tsx";
import { type Column, Table } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { RING_LINK_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";

const COLUMNS: readonly Column<ListedRing>[] = [
  {
    name: "Ring",
    cell: ({ ring_id, size }) => <a href={`/console/rings/${ring_id}`}>{thousands(size)} sign-ups</a>,
  },
  { name: "Risk", right: true, cell: ({ risk }) => risk },
  { name: "Labelled fraud", right: true, cell: ({ labelled_fraud }) => thousands(labelled_fraud) },
  { name: "Linked by", cell: ({ via }) => via.map((link) => RING_LINK_NAMES[link]).join(", ") },
  {
    name: "Not joined by",
    cell: ({ not_joined }) => <span class="small muted">{not_joined.join("; ") || "–"}</span>,
  },
  { name: "Newest", cell: ({ last_signup }) => <Time at={last_signup} /> },
  { name: "Since", cell: ({ since }) => <Day at={since} /> },
];

interface Props {
  readonly view: View;
  readonly rings: readonly ListedRing[];
  /** Of all rings. */
  readonly count: number;
  readonly order: RingOrder;
  /** Of live or of test keys. */
  readonly mode: KeyMode;
}

export function RingsPage({ view, rings, count, order, mode }: Props) {
  return (
    <Console view={view} title="Rings" actions={<Orders order={order} mode={mode} />}>
      <p class="muted">
        Sign-ups of the last 30 days that are linked by a device, a phone, an e-mail address, an e-mail
        pattern of one network; or by a new domain or a referral in company{mode === "test"
          ? ", of test keys"
          : ""}. {mode === "test"
          ? <a href="/console/rings">Rings of live keys</a>
          : <a href="/console/rings?mode=test">Rings of test keys</a>}
      </p>
      <Table
        caption="Rings"
        columns={COLUMNS}
        rows={rings}
        empty={<p>No sign-ups of the last 30 days are linked.</p>}
      />
      {count > rings.length
        ? <p class="muted small">These are {thousands(rings.length)} of {thousands(count)} rings.</p>
        : null}
    </Console>
  );
}

function Orders({ order, mode }: Pick<Props, "order" | "mode">) {
  const link = (to: RingOrder, name: string) => (
    <a
      class="button quiet small"
      href={`/console/rings?sort=${to}${mode === "test" ? "&mode=test" : ""}`}
      aria-current={to === order ? "true" : undefined}
    >
      {name}
    </a>
  );
  return (
    <div class="inline-form" role="group" aria-label="Order">
      {link("risk", "Highest risk")}
      {link("newest", "Newest")}
      {link("size", "Largest")}
    </div>
  );
}
