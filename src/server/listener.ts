/**
 * The listening socket. Deno's server has no time limits for connections, and it stops for good when accepting one fails
 * (no file descriptor is left). Its graceful shutdown closes the connections that are idle, silent or in the middle of
 * their headers, and finishes the requests in progress. So servers follow one another on the port: a new one takes over
 * regularly, and whenever descriptors run out.
 */
import { originOf } from "./listen.ts";
import { type Handler, Serving } from "./serving.ts";

export interface ListenerOptions {
  readonly hostname: string;
  readonly port: number;
  /** True when other processes listen on the same port. */
  readonly shared: boolean;
  /** True when another server may have taken over the port by the time this one drains. */
  readonly handover: boolean;
  readonly handle: Handler;
  /** True when reading the request's body has ended. */
  readonly bodySettled: (request: Request) => boolean;
  /** A folder that exists: it is opened to find out whether descriptors are left. */
  readonly folder: string;
  readonly log: (line: string) => void;
  /** Calls a function that starts to listen, with errors that name the setting. */
  readonly listening: <T>(start: () => T) => T;
  /** For tests. */
  readonly timing?: Partial<Timing>;
}

interface Timing {
  /** How long a server accepts connections; then another takes over. */
  readonly rotateMs: number;
  /** How long the clients of the previous server get to move to the new one. */
  readonly overlapMs: number;
  /** How often the descriptors are checked. */
  readonly checkMs: number;
  /** How long a drain keeps accepting, so that clients move to the server that took over. */
  readonly handoverMs: number;
}

const TIMING: Timing = { rotateMs: 60 * 60_000, overlapMs: 30_000, checkMs: 1_000, handoverMs: 2_000 };
/** How many descriptors must be left for everything else: the store, feeds, outgoing connections. */
const RESERVE = 32;
/** Between attempts to listen again. */
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 1_000;
/** Shortest time between two takeovers because few descriptors are left. */
const RELIEF_MS = 10_000;
/** How often a shortage is logged. */
const QUIET_MS = 60_000;
/** How long a drain waits for requests in progress. */
const DRAIN_MS = 10_000;
/** On Windows a port cannot be shared, so that a new server cannot take over while the old one listens. */
const CAN_SHARE = Deno.build.os !== "windows";

export class Listener {
  readonly origin: string;
  readonly #options: ListenerOptions;
  readonly #port: number;
  readonly #timing: Timing;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** The one that clients are meant to use; null while none listens. */
  #current: Serving | null;
  /** Earlier ones, until their last request is done. */
  readonly #earlier = new Set<Serving>();
  #stopping = false;
  #recovering = false;
  #relievedAt = -Infinity;
  #loggedAt = -Infinity;

  /** @throws AddrInUse, SettingError */
  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    const { hostname, port, shared, listening } = options;
    this.#port = listening(() => shared && port !== 0 ? port : freePort(hostname, port));
    this.#current = listening(() => this.#open());
    this.origin = originOf(this.#current.address);
    if (CAN_SHARE) {
      this.#timers.add(setInterval(() => this.#rotate(), this.#timing.rotateMs));
      this.#timers.add(setInterval(() => this.#check(), this.#timing.checkMs));
    }
  }

  /** Stops accepting and waits for requests in progress, at most so long. */
  async drain(milliseconds = DRAIN_MS): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#options.handover) await this.#handOver();
    await Promise.all(this.#all().map((serving) => serving.drain(milliseconds)));
  }

  /** Clients with a connection are asked for another one, which reaches the other server sooner or later. */
  async #handOver(): Promise<void> {
    this.#current?.retire();
    await new Promise((resolve) => setTimeout(resolve, this.#timing.handoverMs));
  }

  #all(): Serving[] {
    return this.#current === null ? [...this.#earlier] : [...this.#earlier, this.#current];
  }

  #open(): Serving {
    const { hostname, handle, bodySettled } = this.#options;
    const serving: Serving = new Serving({
      address: { hostname, port: this.#port, reusePort: CAN_SHARE },
      handle,
      bodySettled,
      failed: (error) => this.#failed(serving, error),
    });
    return serving;
  }

  /** A new server takes over; clients of the old one are asked to connect again, and those that do not are cut off. */
  #rotate(): void {
    const old = this.#current;
    if (old === null || this.#stopping) return;
    try {
      this.#current = this.#open();
    } catch {
      return; // The old server keeps its socket.
    }
    old.retire();
    this.#earlier.add(old);
    const timer = setTimeout(async () => {
      this.#timers.delete(timer);
      await old.bodiesRead(this.#timing.overlapMs);
      if (!this.#stopping) this.#close(old);
    }, this.#timing.overlapMs);
    this.#timers.add(timer);
  }

  #close(serving: Serving): void {
    this.#earlier.add(serving);
    void serving.shutdown().then(() => this.#earlier.delete(serving));
  }

  #check(): void {
    const now = performance.now();
    if (this.#stopping || this.#recovering || now - this.#relievedAt < RELIEF_MS) return;
    if (descriptorsLeft(this.#options.folder)) return;
    this.#relievedAt = now;
    void this.#recover(`fewer than ${RESERVE} file descriptors are left`);
  }

  /** A server has stopped because accepting a connection failed. */
  #failed(serving: Serving, error: Error): void {
    if (this.#stopping) return;
    // The connections of an earlier one stay open until it is closed.
    if (serving !== this.#current) return this.#close(serving);
    void this.#recover(`accepting a connection failed: ${error.message.replace(/^Error: /, "")}`);
  }

  /** Closes every idle connection, and listens again. */
  async #recover(reason: string): Promise<void> {
    this.#warn(reason);
    if (this.#recovering) return;
    this.#recovering = true;
    for (let pause = FIRST_PAUSE_MS; !this.#stopping; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      for (const serving of this.#all()) this.#close(serving);
      this.#current = null;
      try {
        this.#current = this.#open();
        break;
      } catch (error) {
        this.#warn(`listening again failed: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#recovering = false;
  }

  #warn(reason: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < QUIET_MS) return;
    this.#loggedAt = now;
    this.#options.log(
      `${reason}; idle connections were closed. Limit connections in the proxy, or raise the limit of open files`,
    );
  }
}

/** A port on which no server listens, not even one that shares it. @throws AddrInUse */
function freePort(hostname: string, port: number): number {
  const listener = Deno.listen({ hostname, port });
  listener.close();
  return listener.addr.port;
}

/** False when the next file, socket or lookup could fail for want of a descriptor. */
function descriptorsLeft(folder: string): boolean {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < RESERVE) opened.push(Deno.openSync(folder));
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error &&
      (error.code === "EMFILE" || error.code === "ENFILE"));
  } finally {
    for (const file of opened) file.close();
  }
}
