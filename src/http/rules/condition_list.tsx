/** The rules with a condition in the list of rules. */
import type { ListedCondition } from "../../service/site/conditions.ts";
import { Badge, Day, thousands } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";

export function ConditionList({ conditions }: { conditions: readonly ListedCondition[] }) {
  return (
    <Table
      caption="Rules with a condition"
      columns={[
        {
          name: "Condition",
          cell: ({ id, when, note, overrides }) => (
            <>
              <a href={`/console/rules/${id}`}>
                <code>{when.replaceAll(/\s+/g, " ")}</code>
              </a>
              {note === undefined ? null : <small class="muted">{note}</small>}
              {overrides === undefined ? null : <small class="muted">⚠ overrides blocks</small>}
            </>
          ),
        },
        {
          name: "Action",
          cell: ({ action, tag }) => (
            <span class="badges">
              <Badge word={action} /> {tag === undefined ? null : <Badge word="tag" text={tag} />}
            </span>
          ),
        },
        { name: "State", cell: ({ state }) => <Badge word={state} /> },
        { name: "Hits, 7 days", right: true, cell: ({ hits }) => thousands(hits["7d"]) },
        {
          name: "Last hit",
          cell: ({ last_hit_at }) => last_hit_at === null ? "none" : <Day at={last_hit_at} />,
        },
      ]}
      rows={conditions}
    />
  );
}
