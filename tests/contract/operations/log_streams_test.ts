/** What a server writes where: its messages to standard output, as people paste them, and its log to standard error. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { processTest, SERVE, settingsOf } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

interface Streams {
  readonly out: string[];
  readonly err: string[];
  readonly pid: number;
}

/** Runs the server until `test` is through, and ends it as a service manager does. */
async function run(folder: string, env: Record<string, string>, test: (streams: Streams) => Promise<void>) {
  const [program, ...args] = SERVE;
  const child = new Deno.Command(program!, {
    args,
    cwd: ROOT,
    env: {
      WINNOW_DATA_DIR: folder,
      WINNOW_PORT: "0",
      WINNOW_OFFLINE: "true",
      WINNOW_FEED_REFRESH: "false",
      NO_COLOR: "1",
      ...settingsOf(folder),
      ...env,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines = (stream: ReadableStream<Uint8Array<ArrayBuffer>>, into: string[]) =>
    (async () => {
      let rest = "";
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        const parts = (rest + text).split("\n");
        rest = parts.pop()!;
        into.push(...parts);
      }
      assert.equal(rest, "");
    })();
  const streams: Streams = { out: [], err: [], pid: child.pid };
  const reading = Promise.all([lines(child.stdout, streams.out), lines(child.stderr, streams.err)]);
  try {
    await test(streams);
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await reading;
  }
  return streams;
}

const originOf = ({ out }: Streams) =>
  out.map((line) => /listening on (http:\S+)/.exec(line)?.[1]).find((origin) => origin !== undefined);

const OVERRIDES = { WINNOW_AGENT_DIRECTORY_OVERRIDES: '{"agent.example":"http://127.0.0.1:9"}' };

processTest(
  "without a terminal every line of the log is JSON, and the start message is as it was",
  async (folder) => {
    const { out, err } = await run(folder, { WINNOW_ACCESS_LOG: "true", ...OVERRIDES }, async (streams) => {
      await eventually(() => streams.out.some((line) => line.startsWith("curl ")), "the start message");
      await (await fetch(`${originOf(streams)}/healthz`)).body?.cancel();
    });
    const events = err.map((line) => JSON.parse(line));
    assert.deepEqual(events.map(({ event }) => event), [
      "setting",
      "started",
      "request",
      "draining",
      "stopped",
    ]);
    for (const { time, level } of events) {
      assert.ok(
        !Number.isNaN(Date.parse(time)) && ["info", "warn"].includes(level),
      );
    }
    assert.equal(events[1].origin, out[0]!.split(" ").at(-1));
    const message = [
      /^winnow \S+ listening on http:\/\/127\.0\.0\.1:\d+$/,
      /^ {2}console {2}http:\/\/\S+\/console$/,
      /^ {2}docs {5}http:\/\/\S+\/docs$/,
      /^ {2}sign-up {2}http:\/\/\S+\/signup$/,
      /^Created the account "default" with two keys\. Each is in a file that only its owner can read:$/,
      /^ {2}live {2}\/.*\/live\.key$/,
      /^ {2}test {2}\/.*\/test\.key$/,
      /^It is yours, with no monthly limit; /,
      /^Score a sign-up:$/,
      /^curl -s http:\/\/127\.0\.0\.1:\d+\/v1\/score\/user -H "X-Api-Key: \$\(cat '\/.*\/live\.key'\)" /,
      /^draining$/,
      /^stopped$/,
    ];
    const said = out.filter((line) => line !== "");
    assert.equal(said.length, message.length);
    for (const [index, pattern] of message.entries()) assert.match(said[index]!, pattern);
    const key = await Deno.readTextFile(`${folder}/live.key`);
    assert.ok(![...out, ...err].join("\n").includes(key.trim()));
  },
);

processTest("as text, the log has nothing that the start message says", async (folder) => {
  const { out, err } = await run(
    folder,
    { WINNOW_LOG: "text", ...OVERRIDES },
    (streams) => eventually(() => streams.out.some((line) => line.startsWith("curl ")), "the start message"),
  );
  assert.equal(err.length, 1);
  assert.match(
    err[0]!,
    /^\d{4}-\S+Z warn setting: WINNOW_AGENT_DIRECTORY_OVERRIDES: the agent keys of agent\.example /,
  );
  assert.deepEqual(out.slice(-2), ["draining", "stopped"]);
});

workersTest("of several processes, each names itself in its lines", async (folder) => {
  const env = { WINNOW_ACCESS_LOG: "true", WINNOW_WORKERS: "2" };
  const { out, err } = await run(folder, env, async (streams) => {
    await eventually(() => originOf(streams) !== undefined, "the workers");
    for (let time = 0; time < 10; time++) {
      const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      await (await fetch(`${originOf(streams)}/metrics`, { client })).body?.cancel();
      client.close();
    }
  });
  const events = err.map((line) => JSON.parse(line));
  const started = events.find(({ event }) => event === "started");
  assert.equal(started.workers, 2);
  const pids = new Set(events.filter(({ event }) => event === "request").map(({ pid }) => pid));
  assert.ok(pids.size >= 1 && !pids.has(started.pid) && !pids.has(undefined));
  assert.equal(events.filter(({ event }) => event === "request").length, 10);
  assert.ok(!out.some((line) => line.startsWith("{") || line.includes("@metrics")));
});
