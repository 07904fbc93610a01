/** `/console/webhooks/<id>`: the deliveries of a webhook. */
import type { listDeliveries } from "../../service/webhooks/delivery_list.ts";
import { PostButton } from "../site/parts/form.tsx";
import { Badge, Time } from "../site/parts/marks.tsx";
import { type Column, Pager, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

type Listed = Awaited<ReturnType<typeof listDeliveries>>;
type Delivery = Listed["deliveries"][number];

interface Props {
  readonly view: View;
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly listed: Listed;
}

export function DeliveriesPage({ view, id, url, enabled, listed }: Props) {
  const path = `/console/webhooks/${id}`;
  return (
    <Console view={view} needs="webhooks.manage" title="Deliveries">
      <p>
        To <strong>{url}</strong>. <a href="/console/webhooks">All webhooks</a>
      </p>
      <Table
        caption="Deliveries"
        columns={columns(view, id, enabled)}
        rows={listed.deliveries}
        empty={<p>Nothing was sent in the last 3 days.</p>}
      />
      <Pager
        back={["Newest", path]}
        on={listed.next === null ? null : ["Older", `${path}?before=${listed.next}`]}
      />
    </Console>
  );
}

const BADGES: Readonly<Record<Delivery["status"], string>> = {
  pending: "review",
  delivered: "allow",
  failed: "block",
};

function columns(view: View, id: string, enabled: boolean): readonly Column<Delivery>[] {
  return [
    {
      name: "Event",
      cell: ({ type, delivery_id }) => (
        <>
          {type} <br />
          <span class="muted small mono">{delivery_id}</span>
        </>
      ),
    },
    { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
    { name: "Status", cell: ({ status }) => <Badge word={BADGES[status]} text={status} /> },
    { name: "Attempts", right: true, cell: ({ attempts }) => String(attempts) },
    { name: "Last answer", cell: ({ last_status, last_error }) => last_status ?? last_error ?? "–" },
    {
      name: "Next attempt",
      cell: ({ next_attempt_at }) => next_attempt_at === null ? "–" : <Time at={next_attempt_at} />,
    },
    {
      name: "Actions",
      cell: ({ delivery_id, status, type }) =>
        status === "pending" || !enabled ? "–" : (
          <PostButton
            view={view}
            action="/console/webhooks/resend"
            fields={{ id, delivery: delivery_id }}
            label={`Send again: ${type} ${delivery_id}`}
          >
            Send again
          </PostButton>
        ),
    },
  ];
}
