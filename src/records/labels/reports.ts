/**
 * Fraud reports. A report with more values than one commit can check is written in several: each notes with its values how
 * many are counted, and the last one deletes the note. So the rest of an interrupted report is counted when the same report
 * is sent again, and every value is counted once.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import type { ComponentKind } from "../../model/component.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { MAX_CHECKS } from "../../db/engine.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import { Abandoned, State } from "../state.ts";
import type { Histories } from "../reputation/histories.ts";
import type { Charge } from "../usage.ts";
import { count, number, record, tuple } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";

/** How many values of a report are counted, and when the report is forgotten (milliseconds since the epoch). */
type ReportProgress = readonly [counted: number, until: number];
export const OPEN_REPORT = record({
  prefix: "open-report",
  key: ["account", "report"],
  value: tuple<ReportProgress>([count, number]),
  lifetimeMs: DAY_MS,
});

/** Values of one write: each is two checked cells; the change log takes one check, and so do the note of the progress and a last cell. */
const VALUES_PER_WRITE = Math.floor((MAX_CHECKS - 5) / 2);

interface Report {
  readonly account: string;
  /** The same for a report of the same values. Called for one that takes several writes. */
  readonly id: () => string;
  readonly kind: ComponentKind;
  /** The hashes of the values, each once and in the same order whenever the report is sent. */
  readonly hashes: readonly string[];
  /** The entry of the audit log for a number of its values; it is in their commit. */
  readonly audit?: (values: number) => Change;
  /** What else is in the commit that completes it. */
  readonly last?: Change;
}

/** Why a commit is abandoned. */
export const COUNTED_ELSEWHERE = "another process is counting the same report of the account";

export class Reports {
  readonly #writer: Writer;
  readonly #histories: Histories;
  readonly #open: State<ReportProgress, [account: string, report: string]>;
  /** Equal reports of an account are counted one after another, because each of them counts. */
  readonly #queue = new KeyedQueue();

  constructor(writer: Writer, histories: Histories) {
    this.#writer = writer;
    this.#histories = histories;
    this.#open = new State(writer, OPEN_REPORT);
  }

  /**
   * Counts a report, or the rest of it when it was interrupted less than a day ago. Durable when it resolves.
   * @param charge called for a report that is not paid yet; its first write bills one lookup
   * @throws Abandoned (COUNTED_ELSEWHERE); what `charge` throws, and then nothing is counted
   */
  async count(report: Report, now: () => number, charge: () => Awaitable<Charge>): Promise<void> {
    const work = () => this.#count(report, now(), charge);
    if (report.hashes.length <= VALUES_PER_WRITE) await work();
    else await this.#queue.run(`${report.account} ${report.id()}`, work);
  }

  /**
   * Takes back all reports of the account on the values. Durable when it resolves.
   * @returns by hash, how many reports of the value there were
   */
  async withdraw({ account, kind, hashes, audit }: Omit<Report, "id">): Promise<ReadonlyMap<string, number>> {
    const withdrawn = new Map<string, number>();
    const counts = await Promise.all(
      hashes.map((hash) => this.#histories.ownReports(account, { kind, hash })),
    );
    const values = hashes.filter((_, index) => counts[index]! > 0).map((hash) => ({ kind, hash }));
    for (let from = 0; from < values.length; from += VALUES_PER_WRITE) {
      const part = values.slice(from, from + VALUES_PER_WRITE);
      const withdrawal = changeOf(this.#histories.withdrawal(part, account, withdrawn));
      await this.#writer.write(together(withdrawal, audit?.(part.length)));
    }
    return withdrawn;
  }

  async #count(report: Report, now: number, charge: () => Awaitable<Charge>): Promise<void> {
    const { account, kind, hashes } = report;
    const isOneWrite = hashes.length <= VALUES_PER_WRITE;
    const counted = isOneWrite ? 0 : await this.#counted(report, now);
    const paid = counted > 0 ? null : await charge();
    try {
      for (let from = counted; from < hashes.length; from += VALUES_PER_WRITE) {
        const part = hashes.slice(from, from + VALUES_PER_WRITE);
        const to = from + part.length < hashes.length ? from + part.length : null;
        const values = part.map((hash) => ({ kind, hash }));
        const abuse = this.#histories.abuseWrite(values, account, { kind: "report", at: now, by: 1 });
        await this.#writer.write(together(
          from === 0 ? paid?.billed(1) : undefined,
          isOneWrite ? undefined : this.#progressed(report, from, to, now),
          changeOf(abuse),
          report.audit?.(part.length),
          to === null ? report.last : undefined,
        ));
        // Immediately, because a refresh of the usage between two writes would count the lookup twice.
        if (from === 0) paid?.settle(1);
      }
    } finally {
      paid?.settle(0); // releases the lookup if it was not billed
    }
  }

  /** How many of its values are counted already, by any process: 0 for a new report. */
  async #counted({ account, id }: Report, now: number): Promise<number> {
    return countedIn(await this.#open.get(account, id()), now);
  }

  /** Notes the progress with the values of one commit. @param to null for the last commit */
  #progressed({ account, id }: Report, from: number, to: number | null, now: number): Change {
    const end = now + OPEN_REPORT.lifetimeMs;
    return this.#open.changing([account, id()], (current) => {
      if (countedIn(current, now) !== from) throw new Abandoned(COUNTED_ELSEWHERE);
      return to === null ? null : [to, end];
    }, { end });
  }
}

function countedIn(progress: ReportProgress | null, now: number): number {
  const [counted, until] = progress ?? [0, 0];
  return until > now ? counted : 0;
}
