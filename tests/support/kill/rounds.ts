/** Kills a server again and again while it works, and checks that nothing it acknowledged is lost or done twice. */
import { makeKey, type RunningServer, setSettings, startServer } from "../process/program.ts";

/** Work for a server that is killed, with an account of its own. */
interface Workload extends AsyncDisposable {
  /** Sends requests until the server is gone. */
  load(server: RunningServer, round: number, isLast: boolean): Promise<void>;
  /** Whether enough was acknowledged in this round. */
  enough(): boolean;
  /** What holds after a restart. */
  check(server: RunningServer): Promise<void>;
  /** What holds in the end; may wait until what the killed processes had begun is free. */
  finish(server: RunningServer): Promise<void>;
}

/** @param server a new one @param key of an account of the workload's own, without limits */
export type MakeWorkload = (server: RunningServer, key: string) => Promise<Workload>;

interface KillOptions {
  readonly rounds: number;
  readonly workloads: readonly MakeWorkload[];
  /** Settings in addition to those of every test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kills processes that `server.kill` does not reach. */
  readonly killMore?: (server: RunningServer, dataDir: string) => Promise<void>;
}

/** A slow machine gets this long to acknowledge something of each kind. */
const PATIENCE_MS = 20_000;

export async function killInRounds(options: KillOptions): Promise<void> {
  const { rounds, workloads: makers, env = {}, killMore = () => Promise.resolve() } = options;
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-kill-" });
  const workloads: Workload[] = [];
  let server: RunningServer | null = null;
  setSettings(dataDir, env);
  try {
    const limits = ["--rpm", "100000000", "--monthly", "100000000"];
    const keys: string[] = [];
    for (const index of makers.keys()) keys.push((await makeKey(dataDir, `account ${index}`, ...limits)).key);
    server = await startServer(dataDir);
    for (const [index, make] of makers.entries()) workloads.push(await make(server, keys[index]!));
    for (let round = 0; round < rounds; round++) {
      const [running, isLast] = [server, round === rounds - 1];
      const loads = Promise.all(workloads.map((workload) => workload.load(running, round, isLast)));
      const ended = loads.then(() => true, () => true);
      await sleep(250 + round * 30);
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
        if (workloads.every((workload) => workload.enough()) || await Promise.race([ended, sleep(10)])) break;
      }
      await killMore(running, dataDir);
      await running.kill();
      await loads;
      const restarted = server = await startServer(dataDir);
      await Promise.all(workloads.map((workload) => workload.check(restarted)));
    }
    const last = server;
    await Promise.all(workloads.map((workload) => workload.finish(last)));
  } finally {
    await server?.kill();
    for (const workload of workloads) await workload[Symbol.asyncDispose]();
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** @returns false */
function sleep(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

/** Asks with a key; without a body by GET. @throws when the server is gone, or says that it cannot serve now */
export async function askWith(
  server: RunningServer,
  key: string,
  path: string,
  body?: unknown,
  type = "application/json",
  // deno-lint-ignore no-explicit-any -- answers of every shape
): Promise<any> {
  const response = await fetch(`${server.origin}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": key, "content-type": type },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.status === 503) throw new Error(JSON.stringify(answer));
  return answer;
}
