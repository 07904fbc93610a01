/** A database that fails under three nodes that are being asked all the time, and the figures of that. */
import { eventually } from "../eventually.ts";
import { FairClock } from "../fair_clock.ts";
import type { TestApp } from "../app/app.ts";

export interface Fault {
  readonly name: string;
  readonly begin: () => Promise<unknown>;
  readonly lastsMs: number;
  /** When it resolves, the database can be used again. */
  readonly end: () => Promise<unknown>;
}

interface Figures {
  readonly asked: number;
  readonly acknowledged: number;
  /** Of the acknowledged ones. */
  readonly lost: number;
  readonly longestMs: number;
  /** Of what was asked in the second half of the fault. */
  readonly laterLongestMs: number;
  readonly recoveryMs: number;
  readonly grownMb: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** 503 and its time to come back, and nothing else but 200. */
  readonly isBounded: boolean;
  /** True: the machine was so busy that nothing can be said about times. */
  readonly wasBusy: boolean;
}

interface Asked {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly retryAfter: string | null;
}

/** What was acknowledged. */
interface Kept {
  readonly scores: string[];
  readonly rules: string[];
  readonly reports: string[];
}

/** Between requests. */
const EVERY_MS = 100;
const BEFORE_MS = 500;
/** Scores that are acknowledged before the fault. */
const BEFORE = 20;
const AFTER_MS = 300;
type Kind = "rule" | "report" | "score" | "sign-up";
const KINDS = ["score", "sign-up", "score", "report"] as const;
/** A node adds a rule at one of so many ticks: changes of an account's rules follow one another over all nodes. */
const RULE_TICKS = 8;
const MEGABYTE = 2 ** 20;

export class FaultLoad {
  readonly #nodes: readonly TestApp[];
  readonly #key: string;
  #count = 0;

  constructor(nodes: readonly TestApp[], key: string) {
    this.#nodes = nodes;
    this.#key = key;
  }

  async run(fault: Fault): Promise<Figures> {
    using clock = new FairClock();
    const kept: Kept = { scores: [], rules: [], reports: [] };
    const pending: Promise<Asked>[] = [];
    const send = (node: TestApp, kind: Kind) => {
      const asked = this.#ask(node, kind, kept, clock);
      asked.catch(() => {}); // thrown below, when all have ended
      pending.push(asked);
    };
    let tick = 0;
    const timer = setInterval(() => {
      for (const [side, node] of this.#nodes.entries()) {
        for (const kind of KINDS) send(node, kind);
        if (tick === side) send(node, "rule");
      }
      tick = (tick + 1) % RULE_TICKS;
    }, EVERY_MS);
    const during: Asked[] = [];
    let [recoveryMs, began, ended] = [0, 0, 0];
    let memory = 0;
    try {
      await sleep(BEFORE_MS);
      await eventually(() => kept.scores.length >= BEFORE, "scores before the fault");
      memory = Deno.memoryUsage().rss;
      began = clock.now();
      await fault.begin();
      await sleep(fault.lastsMs);
      ended = clock.now();
      await fault.end();
      const back = clock.now();
      await Promise.all(this.#nodes.map((node) => this.#untilUsed(node, clock)));
      recoveryMs = clock.now() - back;
      await sleep(AFTER_MS);
    } finally {
      clearInterval(timer);
      during.push(...await Promise.all(pending));
    }
    const grownMb = (Deno.memoryUsage().rss - memory) / MEGABYTE;
    const statuses: Record<number, number> = {};
    for (const { status } of during) statuses[status] = (statuses[status] ?? 0) + 1;
    const half = (began + ended) / 2;
    return {
      asked: during.length,
      acknowledged: kept.scores.length + kept.rules.length + kept.reports.length,
      lost: await this.#lost(kept),
      longestMs: Math.max(...during.map(({ ms }) => ms)),
      laterLongestMs: Math.max(0, ...during.filter(({ at }) => at > half && at < ended).map(({ ms }) => ms)),
      recoveryMs,
      grownMb,
      statuses,
      isBounded: during.every(({ status, retryAfter }) =>
        status === 200 || status === 503 && Number(retryAfter) > 0
      ),
      wasBusy: clock.wasBusy,
    };
  }

  async #ask(node: TestApp, kind: Kind, kept: Kept, clock: FairClock): Promise<Asked> {
    const count = this.#count++;
    const key = this.#key;
    const value = `10.${count >> 16}.${count >> 8 & 255}.${count & 255}`;
    const at = clock.now();
    const report = `73.${value.slice(3)}`;
    const json = { ip: value, email: `user${count}@gmail.com` };
    const [path, sent, keep] = ({
      "rule": ["/v1/rules", { action: "block", values: [value] }, () => kept.rules.push(value)],
      "report": ["/v1/report", { kind: "ip", value: report }, () => kept.reports.push(report)],
      "score": [`/v1/score/ip?ip=${value}`, undefined, (id: string) => kept.scores.push(id)],
      "sign-up": ["/v1/score/user", json, (id: string) => kept.scores.push(id)],
    } as const)[kind];
    const { status, headers, body } = await node.ask(path, { key, json: sent });
    if (status === 200) keep(body.request_id);
    return { at, ms: clock.now() - at, status, retryAfter: headers.get("retry-after") };
  }

  async #untilUsed(node: TestApp, clock: FairClock): Promise<void> {
    const unused: Kept = { scores: [], rules: [], reports: [] };
    await eventually(async () => {
      const asked = await Promise.all(KINDS.map((kind) => this.#ask(node, kind, unused, clock)));
      return asked.every(({ status }) => status === 200);
    }, "it answers again");
  }

  /** How many of them any node does not have. */
  async #lost({ scores, rules, reports }: Kept): Promise<number> {
    const lost = new Set<string>();
    for (const [side, node] of this.#nodes.entries()) {
      const key = this.#key;
      // What one node acknowledged reaches the others a moment later.
      await eventually(
        () => node.app.services.store.changes.catchUp().then(() => true, () => false),
        "the others' changes",
      );
      const { body } = await node.ask("/v1/rules", { key });
      const known = new Set(body.rules.map(({ value }: { value: string }) => value));
      for (const value of rules) if (!known.has(value)) lost.add(value);
      for (let from = 0; from < reports.length; from += 50) {
        const items = reports.slice(from, from + 50);
        await eventually(async () => {
          const { status, body } = await node.ask("/v1/batch", { key, json: { type: "ip", items } });
          if (status !== 200 || body.failed > 0) return false;
          for (const { input, abuse_reports } of body.results) if (abuse_reports === 0) lost.add(input);
          return true;
        }, "the reported addresses");
      }
      const own = scores.filter((_, index) => index % this.#nodes.length === side);
      for (let from = 0; from < own.length; from += 20) {
        await Promise.all(
          own.slice(from, from + 20).map(async (id) => {
            await eventually(async () => {
              const { status } = await node.ask(`/v1/score/${id}`, { key });
              if (status === 404) lost.add(id);
              return status === 200 || status === 404;
            }, "the stored score");
          }),
        );
      }
    }
    return lost.size;
  }
}

export function lineOf(name: string, figures: Figures): string {
  const { asked, acknowledged, lost, longestMs, recoveryMs, grownMb, statuses, wasBusy } = figures;
  return `${name}: ${acknowledged} of ${asked} acknowledged, ${lost} of them lost, ` +
    `longest answer ${longestMs.toFixed(0)} ms, recovered ${recoveryMs.toFixed(0)} ms after the database, ` +
    `memory ${grownMb > 0 ? "+" : ""}${grownMb.toFixed(0)} MB, ${JSON.stringify(statuses)}` +
    `${wasBusy ? " (the machine was busy)" : ""}`;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
