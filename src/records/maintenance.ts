/** What a process that serves the store does for it once a second. */
import { loggedBy } from "./sightings/sighting.ts";
import type { Sightings } from "./sightings/sightings.ts";
import type { Writer } from "../db/commit/writer.ts";
import { type ChangeLog, POLL_MS } from "../db/cluster/change_log.ts";
import { JOINED, LEFT, type Peers } from "../db/cluster/peers.ts";
import type { Stream } from "../db/cluster/stream.ts";
import type { Engine } from "../db/engine.ts";
import type { Columns } from "../db/index/columns.ts";
import type { Postings } from "../db/index/postings.ts";
import type { Accounts } from "./accounts.ts";
import type { AuditLog } from "./audit.ts";
import type { Usage } from "./usage.ts";

export { NOTICED_MS } from "../db/cluster/change_log.ts";

const REFRESH_MS = 1000;
/** After NOTICED_MS, and until what running servers had counted before is where it stays. */
export const SETTLED_MS = POLL_MS + 2 * REFRESH_MS;
/** How often is looked for sightings that a process left which ended abruptly, once its lease is over. */
const TAKE_OVER_SECONDS = 30;

interface MaintenanceParts {
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly accounts: Accounts;
  readonly audit: AuditLog;
  readonly peers: Peers;
  readonly stream: Stream | null;
  readonly writer: Writer;
  readonly usage: Usage;
  readonly postings: Postings;
  readonly columns: Columns;
  readonly sightings: Sightings;
  compactSightings(): Promise<void>;
}

export class Maintenance {
  readonly #parts: MaintenanceParts;
  #timer: ReturnType<typeof setInterval> | null = null;
  #seconds = 0;
  #isStopped = false;
  #extending: Promise<void> | null = null;
  /** The refresh that is under way: it takes long while the store fails. */
  #refreshing: Promise<void> | null = null;

  constructor(parts: MaintenanceParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { changes, peers, writer, accounts, postings, columns } = this.#parts;
    changes.follow(LEFT, () => peers.left());
    changes.follow(JOINED, async () => {
      await peers.refresh();
      // A commit may be waiting for this follower, and these wait for the next one.
      void this.#followPeers().then(() => this.#parts.stream?.announce(() => writer.write({})));
    });
    await peers.join();
    // A process that was alone learns immediately, not at its next refresh, that it no longer is.
    if ((await peers.refresh()).length > 0) {
      await writer.write({ changes: [[JOINED]] }).catch(() => {});
      await this.#followPeers();
      await this.#parts.stream?.meet(peers.runs);
    }
    await this.#takeOver();
    for (const { id } of accounts.all()) for (const index of [postings, columns]) index.expectRecords(id);
    this.#extending = this.#parts.audit.extend(() => this.#isStopped).catch(() => {}); // at the next start
    this.#timer = setInterval(() => this.#runTasks(), REFRESH_MS);
  }

  /** Waits for writes in progress, and leaves the store in order for other processes. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#extending;
    const { peers, writer, usage, postings, columns } = this.#parts;
    await writer.stop();
    await postings.stop();
    await columns.stop();
    await this.#parts.compactSightings().catch(() => {});
    await writer.flush();
    await writer.checkMerged(true).catch(() => {});
    await usage.giveBack().catch(() => {}); // given back when the lease ends
    if (this.#timer === null) return;
    await writer.write({ changes: [[LEFT]] }).then(() => peers.leave()).catch(() => {}); // the lease expires
  }

  /** Tells other processes what this one does, and follows what they do, while there are any. */
  async #followPeers(): Promise<void> {
    const { peers, stream, writer } = this.#parts;
    if (stream === null) return;
    if (peers.isSoleProcess) return stream.leave();
    await stream.enter(async () => {
      // What is logged is not known to others yet.
      await this.#parts.compactSightings().catch(() => {}); // the log keeps them
      await writer.write({});
    });
  }

  #runTasks(): void {
    const { writer, usage } = this.#parts;
    this.#refreshing ??= writer.runBetweenCommits(() => usage.refresh())
      .then(() => this.#followPeers())
      .catch(() => {}) // tried again
      .finally(() => this.#refreshing = null);
    void this.#parts.compactSightings().catch(() => {}); // the log keeps them
    if (++this.#seconds % TAKE_OVER_SECONDS === 0) void this.#takeOver().catch(() => {}); // tried again
    void writer.checkMerged().catch(() => {}); // tried again
    void writer.keepFilters().catch(() => {}); // without them the store is read
    void this.#makeIndexes();
  }

  /** One after the other, since both read the same entries. */
  async #makeIndexes(): Promise<void> {
    const { postings, columns } = this.#parts;
    await postings.compactDue().catch(() => {}); // without runs the entries are read
    await columns.compactDue().catch(() => {}); // without blocks the records are read
  }

  async #takeOver(): Promise<void> {
    const { engine, peers: { number, others }, sightings } = this.#parts;
    const isRunning = (id: string) => loggedBy(id) === number || others.has(loggedBy(id));
    await sightings.takeOver(engine, isRunning);
  }
}
