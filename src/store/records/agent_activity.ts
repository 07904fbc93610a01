/** How often each verified agent came to an account in the last hour, in buckets of a minute. */
import { MINUTE_MS } from "../../model/duration.ts";
import type { Value } from "../engine.ts";
import type { CellUpdate } from "../commit/write_batch.ts";
import type { Writer } from "../commit/writer.ts";

const MINUTES = 60;

/** `[minute of the newest bucket, newest count, the count a minute before, …]` */
type Buckets = readonly [minute: number, ...counts: number[]];

export class AgentActivity {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Requests in the hour before this moment. @param agent hash of the agent's identifier */
  async count(account: string, agent: string, now: number): Promise<number> {
    return sum(await this.#writer.read(keyOf(account, agent)), now);
  }

  /** Counts one request; `counted` is told the hour's number with this one, each time the change is made. */
  update(account: string, agent: string, now: number, counted: (count: number) => void): CellUpdate {
    return {
      key: keyOf(account, agent),
      exact: true,
      expiresAt: now + 2 * MINUTES * MINUTE_MS,
      change: (current) => {
        const next = withOneMore(current, now);
        counted(sum(next, now));
        return next;
      },
    };
  }
}

function keyOf(account: string, agent: string): readonly string[] {
  return ["agent-activity", account, agent];
}

function withOneMore(current: Value | null, now: number): number[] {
  const minute = Math.floor(now / MINUTE_MS);
  const [newest, ...counts] = (current as Buckets | null) ?? [minute, 0];
  // A clock that went back a little counts into the newest bucket there is.
  const passed = Math.min(MINUTES, Math.max(0, minute - newest));
  const moved = [...Array.from({ length: passed }, () => 0), ...counts].slice(0, MINUTES);
  moved[0] = (moved[0] ?? 0) + 1;
  return [Math.max(minute, newest), ...moved];
}

function sum(value: Value | null, now: number): number {
  if (value === null) return 0;
  const [newest, ...counts] = value as unknown as Buckets;
  const passed = Math.max(0, Math.floor(now / MINUTE_MS) - newest);
  return counts.slice(0, Math.max(0, MINUTES - passed)).reduce((total, count) => total + count, 0);
}
