/**
 * Talks to systemd (`Type=notify`, `WatchdogSec=`): datagrams to the socket that NOTIFY_SOCKET names say that the server is
 * ready, that its start still waits, and, from when it is ready, that its event loop runs.
 */

export interface ServiceManager {
  /** False: no service manager listens. */
  readonly listens: boolean;
  ready(): Promise<void>;
  /** The start takes longer, for the reason given; said again before EXTENDED_MS have passed. */
  waiting(why: string): Promise<void>;
}

/** For how long a start is waited for after each `waiting`. */
const EXTENDED_MS = 60_000;

type Environment = Readonly<Record<string, string>>;

/**
 * @param env NOTIFY_SOCKET, absent when no service manager waits; WATCHDOG_USEC and WATCHDOG_PID
 * @param folder a folder that may be written: a datagram is sent from a socket with a path
 */
export function serviceManager(
  env: Environment,
  folder: string,
  log: (line: string) => void,
): ServiceManager {
  const path = env["NOTIFY_SOCKET"];
  if (path === undefined || path === "") {
    return { listens: false, ready: async () => {}, waiting: async () => {} };
  }
  return new Systemd(path, watchdogMs(env), folder, log);
}

/** How often systemd wants to hear from this process; null: not at all. */
function watchdogMs({ WATCHDOG_USEC: time = "", WATCHDOG_PID: pid = "" }: Environment): number | null {
  const isMeant = pid === "" || pid === String(Deno.pid);
  return isMeant && /^[1-9]\d{0,15}$/.test(time) ? Number(time) / 1000 : null;
}

class Systemd implements ServiceManager {
  readonly listens = true;
  readonly #path: string;
  readonly #watchdogMs: number | null;
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #socket: Deno.DatagramConn | null = null;
  #hasWaited = false;
  #isLogged = false;

  constructor(path: string, watchdogMs: number | null, folder: string, log: (line: string) => void) {
    this.#path = path;
    this.#watchdogMs = watchdogMs;
    this.#folder = folder;
    this.#log = log;
  }

  async ready(): Promise<void> {
    await this.#send("READY=1");
    if (this.#hasWaited) await this.#send("STATUS=");
    if (this.#watchdogMs === null) return;
    // Twice as often as is asked for, as systemd recommends. The timer is late when the event loop is blocked.
    const timer = setInterval(() => void this.#send("WATCHDOG=1"), this.#watchdogMs / 2);
    Deno.unrefTimer(timer);
    await this.#send("WATCHDOG=1");
  }

  async waiting(why: string): Promise<void> {
    this.#hasWaited = true;
    await this.#send(`EXTEND_TIMEOUT_USEC=${EXTENDED_MS * 1000}\nSTATUS=${why.replaceAll(/\s+/g, " ")}`);
  }

  async #send(message: string): Promise<void> {
    try {
      this.#socket ??= await this.#open();
      const bytes = new TextEncoder().encode(`${message}\n`);
      await this.#socket.send(bytes, { transport: "unixpacket", path: this.#path });
    } catch (error) {
      if (this.#isLogged) return;
      this.#isLogged = true;
      this.#log(`NOTIFY_SOCKET: systemd could not be told about the server: ${(error as Error).message}`);
    }
  }

  /** The path is needed to make the socket, not to use it. */
  async #open(): Promise<Deno.DatagramConn> {
    const own = `${this.#folder}/notify.${Deno.pid}`;
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await Deno.remove(own).catch(() => {});
    const socket = Deno.listenDatagram({ transport: "unixpacket", path: own });
    await Deno.remove(own);
    return socket;
  }
}
