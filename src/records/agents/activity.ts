/** Requests of each verified agent to an account in the last hour, counted by minute. */
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Change } from "../change.ts";
import { State } from "../state.ts";
import { number, record, tuple } from "../define.ts";

/** Requests of an agent by minute: the minute of the newest count, that count, the count of the minute before, … */
type AgentMinutes = readonly [minute: number, ...counts: number[]];
export const AGENT_ACTIVITY = record({
  prefix: "agent-activity",
  key: ["account", "agent"],
  value: tuple<AgentMinutes>([number], number),
  lifetimeMs: 2 * HOUR_MS,
  place: "work",
});

const MINUTES = 60;

export class AgentActivity {
  readonly #minutes: State<AgentMinutes, [account: string, agent: string]>;

  constructor(writer: Writer) {
    this.#minutes = new State(writer, AGENT_ACTIVITY);
  }

  /** Requests in the hour that ends now. @param agent hash of the agent's identifier */
  async count(account: string, agent: string, now: number): Promise<number> {
    return sum(await this.#minutes.known(account, agent), now);
  }

  /** Counts one request. @param counted is given the hour's number, including this request, each time the change runs */
  counting(account: string, agent: string, now: number, counted: (count: number) => void): Change {
    return this.#minutes.changing([account, agent], (current) => {
      const next = withOneMore(current, now);
      counted(sum(next, now));
      return next;
    }, { end: now + AGENT_ACTIVITY.lifetimeMs });
  }
}

function withOneMore(current: AgentMinutes | null, now: number): AgentMinutes {
  const minute = Math.floor(now / MINUTE_MS);
  const [newest, ...counts] = current ?? [minute, 0];
  // After a clock went back, requests count into the newest minute.
  const passed = Math.min(MINUTES, Math.max(0, minute - newest));
  const moved = [...Array.from({ length: passed }, () => 0), ...counts].slice(0, MINUTES);
  moved[0] = (moved[0] ?? 0) + 1;
  return [Math.max(minute, newest), ...moved];
}

function sum(minutes: AgentMinutes | null, now: number): number {
  if (minutes === null) return 0;
  const [newest, ...counts] = minutes;
  const passed = Math.max(0, Math.floor(now / MINUTE_MS) - newest);
  return counts.slice(0, Math.max(0, MINUTES - passed)).reduce((total, count) => total + count, 0);
}
