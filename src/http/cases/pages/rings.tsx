/** `/console/rings`: the rings of the account, the largest or the newest first. */
import type { Ring } from "../../../model/linkage/ring.ts";
import type { KeyMode } from "../../../model/records.ts";
import type { RingOrder } from "../../../service/cases/rings.ts";
import { Day, thousands } from "../../site/parts/marks.tsx";
import { type Column, Table } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { RING_LINK_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";

const COLUMNS: readonly Column<Ring>[] = [
  {
    name: "Ring",
    cell: ({ ring_id, size }) => <a href={`/console/rings/${ring_id}`}>{thousands(size)} sign-ups</a>,
  },
  { name: "Labelled fraud", right: true, cell: ({ labelled_fraud }) => thousands(labelled_fraud) },
  { name: "Linked by", cell: ({ via }) => via.map((link) => RING_LINK_NAMES[link]).join(", ") },
  { name: "Since", cell: ({ since }) => <Day at={since} /> },
];

interface Props {
  readonly view: View;
  readonly rings: readonly Ring[];
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
        Sign-ups of the last 30 days that are linked by a device, a phone, an e-mail address or an e-mail
        pattern of one network{mode === "test" ? ", of test keys" : ""}. {mode === "test"
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
      href={`/console/rings?order=${to}${mode === "test" ? "&mode=test" : ""}`}
      aria-current={to === order ? "true" : undefined}
    >
      {name}
    </a>
  );
  return (
    <div class="inline-form" role="group" aria-label="Order">
      {link("size", "Largest")}
      {link("newest", "Newest")}
    </div>
  );
}
