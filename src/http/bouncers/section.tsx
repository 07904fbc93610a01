/** Who carries out an account's decisions, and what they did: a part of `/console/decisions`. */
import type { BouncerCalls } from "../../service/decisions/bouncer_calls.ts";
import { thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";

export interface BouncersShown {
  readonly bouncers: Awaited<ReturnType<BouncerCalls["list"]>>;
  readonly use: Awaited<ReturnType<BouncerCalls["use"]>>;
  /** The name of a key; "" where it has none. */
  readonly keyName: (id: string) => string;
}

const WAYS = {
  stream: "follows changes",
  live: "asks for each visitor",
  list: "reads a list",
  metrics: "sent figures",
};

export function Bouncers({ bouncers, use, keyName }: BouncersShown) {
  return (
    <section aria-labelledby="bouncers">
      <h2 id="bouncers">Bouncers</h2>
      <p>
        Programs that carry out these decisions, of the last 30 days.{" "}
        <a href="/docs/bouncers">How to connect one</a>. Give each one a key of its own.
      </p>
      <Table
        caption="Bouncers"
        columns={columnsOf(keyName)}
        rows={bouncers}
        empty={<p>No bouncer has asked yet.</p>}
      />
      {use.dropped.length === 0 ? null : (
        <>
          <h3>What they dropped in 30 days, as they say</h3>
          <Table caption="Dropped, by origin" columns={DROPPED} rows={use.dropped} />
        </>
      )}
    </section>
  );
}

type Bouncer = BouncersShown["bouncers"][number];

function columnsOf(keyName: (id: string) => string): readonly Column<Bouncer>[] {
  return [
    { name: "Program", cell: ({ agent, component }) => component?.type || agent || "unnamed" },
    {
      name: "Version",
      cell: ({ agent, component }) => component?.version || agent.split("/")[1] || "unknown",
    },
    { name: "Key", cell: ({ key }) => keyName(key) || "without a name" },
    { name: "Address", cell: ({ address }) => <span class="mono small">{address || "unknown"}</span> },
    { name: "How", cell: ({ way }) => WAYS[way] },
    { name: "Last seen", cell: ({ seenAt }) => <Time at={seenAt} /> },
  ];
}

const DROPPED: readonly Column<BouncersShown["use"]["dropped"][number]>[] = [
  { name: "Origin", cell: ({ origin }) => origin === "other" ? "of other services" : origin },
  { name: "Requests", right: true, cell: ({ requests }) => thousands(requests) },
  { name: "Packets", right: true, cell: ({ packets }) => thousands(packets) },
  { name: "Bytes", right: true, cell: ({ bytes }) => thousands(bytes) },
];
