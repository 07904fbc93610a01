/** What code inside a serving process could reach, for each way of starting it. */
import assert from "node:assert/strict";
import { CLIENTS_DIR } from "../../../src/app/paths.ts";
import { ClientPackages } from "../../../src/service/clients/client_packages.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { csvOf, syntheticRows } from "../../support/backtest/synthetic.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";
import { eventually } from "../../support/eventually.ts";
import { type RunningServer, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";
import { argumentsOf, descendants, HAS_PROC } from "../../support/process/processes.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const PROBE = `${ROOT}tests/support/process/permission_probe.ts`;
const TASK = [Deno.execPath(), "task", "--quiet", "start"];

/** What serving needs. */
const NEEDED = {
  "read the data folder": "done",
  "write the data folder": "done",
  "read the bundle": "done",
  "send an HTTPS request": "done",
};

/** What is given up before the first connection, however the server was started. */
const GIVEN_UP = {
  "read the environment of a process": "denied",
  "read a variable": "denied",
  "read all variables": "denied",
  "find a variable in process.env": "failed",
  "start a process": "denied",
  "load a library": "denied",
  "read the host name": "denied",
  "import from another host": "denied",
};

const files = (outcome: "done" | "denied") => ({
  "read /etc/passwd": outcome,
  "read deno.json": outcome,
  "write outside": outcome,
  "write the bundle": outcome,
});

function permissionTest(name: string, run: (folder: string) => Promise<void>): void {
  Deno.test({
    name: HAS_PROC ? name : `${name} (skipped: no /proc)`,
    ignore: !HAS_PROC,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () => inFolder(run),
  });
}

async function end(server: RunningServer): Promise<void> {
  for (const pid of await descendants(server.pid)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
  await server.kill();
}

/** The processes of a server that run `main.ts`, with the flags of `deno run`. */
async function programs(server: RunningServer): Promise<{ pid: number; flags: string[]; args: string[] }[]> {
  const found = [];
  for (const pid of [server.pid, ...await descendants(server.pid)]) {
    const args = await argumentsOf(pid);
    const main = args.findIndex((arg) => /(^|\/)main\.[tj]s$/.test(arg));
    if (main > 0 && args[1] === "run") {
      found.push({ pid, flags: args.slice(2, main), args: args.slice(main + 1) });
    }
  }
  return found;
}

/** Starts the program with these flags and the probe. */
async function probed(folder: string, flags: readonly string[]): Promise<unknown> {
  const command = [Deno.execPath(), "run", ...flags, "--preload", PROBE, "main.ts", "serve"];
  const server = await startServer(folder, { PROBE_FOLDER: folder }, command);
  try {
    const line = () => server.lines.find((line) => line.startsWith("PROBE "));
    Deno.kill(server.pid, "SIGUSR2");
    await eventually(() => line() !== undefined, "the probe's report");
    return JSON.parse(line()!.slice("PROBE ".length));
  } finally {
    await end(server);
  }
}

permissionTest("deno run -A gives up all but the network and files before it serves", async (folder) => {
  const outcomes = await probed(folder, ["-A", "--unstable-kv", "--no-check"]);
  // Deno cannot take back a part of what -A grants as a whole: docs/operations.md says so.
  assert.deepEqual(outcomes, { ...NEEDED, ...GIVEN_UP, ...files("done") });
});

permissionTest("deno task start serves with its own files only", async (parent) => {
  const folder = `${parent}/a folder`;
  const packages = new ClientPackages(CLIENTS_DIR);
  const server = await startServer(folder, {}, TASK);
  let flags: string[];
  try {
    const [program, ...more] = await programs(server);
    assert.deepEqual([program?.args, more], [[], []]);
    flags = program!.flags;
    for (const path of [packages.npmName, packages.wheelName]) {
      const response = await fetch(`${server.origin}/clients/${path}`);
      assert.equal(response.status, 200, path);
      await response.body?.cancel();
    }
    const kv = flags.find((flag) => flag.startsWith("--allow-write="));
    assert.equal(kv, `--allow-write=${folder}`);
    const own = ["build/", "clients/", "src/", "data/", "examples/"].map((path) => `${ROOT}${path}`).join(
      ",",
    );
    assert.ok(flags.includes(`--allow-read=${folder},${own},/etc/resolv.conf`), flags.join(" "));
    assert.ok(
      flags.includes("--no-prompt") && !flags.some((flag) => /^(-A|--allow-all|--allow-ffi)/.test(flag)),
    );
    Deno.kill(server.pid, "SIGTERM");
    await eventually(() => server.lines.includes("stopped"), "the task passes the signal on");
  } finally {
    await end(server);
  }
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(await probed(folder, flags), { ...NEEDED, ...GIVEN_UP, ...files("denied") });
});

workersTest(
  "workers get their files by path, also where the server was started with -A",
  async (folder) => {
    const server = await startServer(folder, { WINNOW_WORKERS: "2" });
    try {
      const workers = (await programs(server)).filter(({ args }) => args[0] === "worker");
      assert.equal(workers.length, 2);
      for (const { flags } of workers) {
        assert.ok(flags.includes(`--allow-write=${folder}`), flags.join(" "));
        assert.ok(flags.some((flag) => flag.startsWith(`--allow-read=${folder},`)));
        assert.ok(
          !flags.some((flag) => /^(-A|--allow-(all|run|ffi|read|write|import))$/.test(flag)),
          flags.join(" "),
        );
      }
      const outcomes = await probed(folder, workers[0]!.flags);
      assert.deepEqual(outcomes, { ...NEEDED, ...GIVEN_UP, ...files("denied") });
    } finally {
      await end(server);
    }
  },
);

permissionTest(
  "with files by path a store elsewhere works, and so do the threads that check feeds and run backtests",
  async (folder) => {
    const domains = Array.from({ length: 2000 }, (_, i) => `throwaway-${i}.com`);
    await using mirror = new Mirror({ "disposable_email_blocklist.conf": domains.join("\n") });
    const server = await startServer(`${folder}/data`, {
      WINNOW_STORE: `${folder}/elsewhere.kv`,
      WINNOW_OFFLINE: "false",
      WINNOW_FEED_REFRESH: "true",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_DNS: "127.0.0.1:9",
      WINNOW_FEED_MIRROR: mirror.url,
      WINNOW_EGRESS_ALLOW: "127.0.0.1",
    }, TASK);
    try {
      await eventually(() => server.lines.some((line) => line.startsWith("curl ")), "the first start");
      const key = await Deno.readTextFile(`${folder}/data/live.key`);
      await eventually(async () => {
        const query = "/v1/score/domain?domain=throwaway-1234.com";
        const response = await fetch(`${server.origin}${query}`, { headers: { "x-api-key": key } });
        return (await response.json()).signals?.is_disposable === true;
      }, "the refreshed list answers");
      const visitor = new Visitor(server);
      await visitor.signIn(key);
      const file = new File([csvOf(syntheticRows({ rows: 50 }))], "past.csv", { type: "text/csv" });
      const options = { linkage: "score", strictness: "balanced", delay: "14d" };
      await visitor.submit("/console/backtest", { ...options, file });
      await eventually(async () => {
        return (await visitor.get("/console/backtest/report")).text.includes("50 sign-ups");
      }, "the backtest's report");
      assert.doesNotMatch(server.lines.join("\n"), /worker failed|NotCapable|--allow-/);
      assert.ok((await Deno.stat(`${folder}/elsewhere.kv`)).isFile);
    } finally {
      await end(server);
    }
  },
);
