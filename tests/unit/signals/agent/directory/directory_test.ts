/** The cache of key directories, with a real server and a clock the test moves. */
import assert from "node:assert/strict";
import { eventually } from "../../../../support/eventually.ts";
import { resolveSignatureAgent } from "../../../../../src/signals/agent/directory/agent_url.ts";
import {
  AgentDirectories,
  NEW_URLS_PER_MINUTE,
} from "../../../../../src/signals/agent/directory/directory.ts";
import type { DirectoryAnswer } from "../../../../../src/signals/agent/score.ts";
import { openTestDirectories } from "../../../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  type AgentKey,
  DIRECTORY_TYPE,
  directoryResponse,
  type KeyDirectory,
  makeAgentKey,
  startKeyDirectory,
} from "../../../../support/servers/key_directory.ts";

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const key = await makeAgentKey();
const next = await makeAgentKey();

/** One directory behind a clock. */
class Bench {
  now = 1_800_000_000_000;
  readonly directories: AgentDirectories;

  constructor(server: KeyDirectory) {
    this.directories = openTestDirectories({ [AGENT_HOST]: server.url }, { now: () => this.now });
  }

  async ask(wanted: AgentKey, path = "", account = "acc"): Promise<DirectoryAnswer> {
    const url = resolveSignatureAgent(`https://${AGENT_HOST}${path}`, null, this.directories.overrides);
    assert.ok(url.ok);
    return await this.directories.lookup(url.target, wanted.thumbprint, account);
  }

  /** "key", "no key" or the reason. */
  async outcome(wanted: AgentKey, path = ""): Promise<string> {
    const answer = await this.ask(wanted, path);
    return answer.ok ? (answer.key === null ? "no key" : "key") : answer.reason;
  }
}

const set = (...keys: AgentKey[]) => ({ keys: keys.map(({ publicJwk }) => publicJwk) });

Deno.test("a directory is fetched once while it is fresh, and again after", async () => {
  await using server = startKeyDirectory([key], {}, { "cache-control": "max-age=600" });
  const bench = new Bench(server);
  assert.equal(await bench.outcome(key), "key");
  bench.now += 599 * SECOND;
  assert.equal(await bench.outcome(key), "key");
  assert.equal(server.seen.length, 1);
  bench.now += 2 * SECOND;
  assert.equal(await bench.outcome(key), "key");
  assert.equal(server.seen.length, 2);
});

Deno.test("callers of one moment share one fetch", async () => {
  await using server = startKeyDirectory([key]);
  const bench = new Bench(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => bench.outcome(key)));
  assert.deepEqual(new Set(answers), new Set(["key"]));
  assert.equal(server.seen.length, 1);
});

Deno.test("an unknown keyid asks a fresh directory again once a minute", async () => {
  await using server = startKeyDirectory([key]);
  const bench = new Bench(server);
  assert.equal(await bench.outcome(next), "no key");
  bench.now += 59 * SECOND;
  assert.equal(await bench.outcome(next), "no key");
  assert.equal(server.seen.length, 1);
  server.answer = () => directoryResponse(set(key, next));
  bench.now += 2 * SECOND;
  assert.equal(await bench.outcome(next), "key", "the rotation is seen");
  assert.equal(server.seen.length, 2);
});

Deno.test("a key rotation is noticed immediately even in a fresh directory, and unknown keyids cause one fetch per minute", async () => {
  await using server = startKeyDirectory([key]);
  const bench = new Bench(server);
  const unknownKey = await makeAgentKey();
  assert.equal(await bench.outcome(key), "key");
  server.answer = () => directoryResponse(set(next));
  bench.now += SECOND;
  assert.equal(await bench.outcome(next), "key");
  assert.equal(await bench.outcome(key), "no key", "the old key is removed with it");
  assert.equal(await bench.outcome(unknownKey), "no key");
  bench.now += 58 * SECOND;
  assert.equal(await bench.outcome(unknownKey), "no key");
  assert.equal(server.seen.length, 2);
  bench.now += 3 * SECOND;
  assert.equal(await bench.outcome(unknownKey), "no key");
  assert.equal(server.seen.length, 3);
});

Deno.test("an answer without the key takes the key away; a failure does not", async () => {
  await using server = startKeyDirectory([key], {}, { "cache-control": "max-age=60" });
  const bench = new Bench(server);
  assert.equal(await bench.outcome(key), "key");
  for (const failing of [() => new Response(null, { status: 500 }), () => new Response("<html>")]) {
    server.answer = failing;
    bench.now += 10 * 60 * SECOND;
    assert.equal(await bench.outcome(key), "key", "served stale");
  }
  assert.equal(server.seen.length, 3);
  server.answer = () => directoryResponse(set(next));
  bench.now += 10 * 60 * SECOND;
  assert.equal(await bench.outcome(key), "no key");
  assert.equal(await bench.outcome(next), "key");
});

Deno.test("a failing directory serves its last answer for a day and no longer", async () => {
  await using server = startKeyDirectory([key], {}, { "cache-control": "max-age=3600" });
  const bench = new Bench(server);
  assert.equal(await bench.outcome(key), "key");
  server.answer = () => new Response(null, { status: 503 });
  bench.now += HOUR + DAY - SECOND;
  assert.equal(await bench.outcome(key), "key");
  bench.now += 2 * SECOND;
  assert.equal(await bench.outcome(key), "directory_unavailable");
});

Deno.test("a failure is cached for the time in Retry-After, within 30 s and 5 min", async () => {
  const rows = [["", 30], ["120", 120], ["5", 30], ["86400", 300]] as const;
  for (const [retryAfter, seconds] of rows) {
    await using server = startKeyDirectory([]);
    server.answer = () => new Response(null, { status: 503, headers: { "retry-after": retryAfter } });
    const bench = new Bench(server);
    assert.equal(await bench.outcome(key), "directory_unavailable");
    bench.now += (seconds - 1) * SECOND;
    assert.equal(await bench.outcome(key), "directory_unavailable");
    assert.equal(server.seen.length, 1, `Retry-After ${retryAfter}: not asked before`);
    server.answer = () => directoryResponse(set(key));
    bench.now += 2 * SECOND;
    assert.equal(await bench.outcome(key), "key", `Retry-After ${retryAfter}: asked again`);
  }
});

Deno.test("an unchanged directory answers 304 to its validators and stays", async () => {
  const asked: (string | null)[][] = [];
  await using server = startKeyDirectory([]);
  server.answer = (request) => {
    const validators = [request.headers.get("if-none-match"), request.headers.get("if-modified-since")];
    asked.push(validators);
    if (validators[0] === '"v1"') {
      return new Response(null, { status: 304, headers: { "cache-control": "max-age=60" } });
    }
    return directoryResponse(set(key), {
      "cache-control": "max-age=60",
      etag: '"v1"',
      "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT",
    });
  };
  const bench = new Bench(server);
  for (let round = 0; round < 3; round++) {
    assert.equal(await bench.outcome(key), "key");
    bench.now += 61 * SECOND;
  }
  const both = ['"v1"', "Fri, 20 Nov 2026 10:00:00 GMT"];
  assert.deepEqual(asked, [[null, null], both, both]);
});

const NO_CARD = { client_name: "x" };

/** Directories over a network of the test's own; nothing leaves the process. */
function openImagined(max?: number, held?: (() => void)[]) {
  const seen: string[] = [];
  const clock = { now: 1_800_000_000_000 };
  const get = (url: string) => {
    seen.push(url);
    const body = new TextEncoder().encode(JSON.stringify({ ...set(key), ...NO_CARD }));
    const answer = { status: 200, headers: new Headers({ "content-type": DIRECTORY_TYPE }), body, url };
    return new Promise<typeof answer>((resolve) => {
      if (held === undefined) resolve(answer);
      else held.push(() => resolve(answer));
    });
  };
  const directories = new AgentDirectories({
    guarded: { get },
    unguarded: { get },
    overrides: { "mine.example": "http://127.0.0.1:1" },
    now: () => clock.now,
    ...(max === undefined ? {} : { max }),
  });
  const ask = async (host: string, account: string) => {
    const url = resolveSignatureAgent(`https://${host}`, null, directories.overrides);
    assert.ok(url.ok);
    return await directories.lookup(url.target, key.thumbprint, account);
  };
  return { directories, ask, seen, clock };
}

Deno.test("new directories per account and minute are limited; other accounts and cached directories are not affected", async () => {
  const { ask, seen, clock } = openImagined();
  for (let index = 0; index < NEW_URLS_PER_MINUTE; index++) {
    assert.ok((await ask(`a${index}.example`, "one")).ok);
  }
  const refused = await ask("late.example", "one");
  assert.ok(!refused.ok && refused.reason === "directory_unavailable");
  assert.ok(!seen.some((url) => url.includes("late")), "nothing was fetched");
  assert.ok((await ask("a0.example", "one")).ok, "what is known is served");
  assert.ok((await ask("mine.example", "one")).ok, "the operator's own hosts are not counted");
  assert.ok((await ask("late.example", "two")).ok, "another account has its own count");
  clock.now += 60 * SECOND;
  assert.ok((await ask("later.example", "one")).ok, "the next minute");
});

Deno.test("the least recently used directories go when there are too many", async () => {
  const { directories, ask, seen } = openImagined(3);
  for (const host of ["a.example", "b.example", "c.example"]) await ask(host, "acc");
  await ask("a.example", "acc");
  await ask("d.example", "acc");
  assert.equal(directories.size, 3);
  const before = seen.length;
  await ask("a.example", "acc");
  assert.equal(seen.length, before, "a was used and stayed");
  await ask("b.example", "acc");
  assert.equal(seen.length, before + 1, "b went and is fetched again");
});

Deno.test("a directory that grows is cached once, with its new keys", async () => {
  await using server = startKeyDirectory([key], {}, { "cache-control": "max-age=60" });
  const bench = new Bench(server);
  assert.equal(await bench.outcome(key), "key");
  const more = await Promise.all(Array.from({ length: 9 }, () => makeAgentKey()));
  for (const keys of [[...more, key], [next]]) {
    server.answer = () => directoryResponse(set(...keys), { "cache-control": "max-age=60" });
    bench.now += 61 * SECOND;
    assert.equal(await bench.outcome(keys.at(-1)!), "key");
    assert.equal(await bench.outcome(keys.length > 1 ? next : key), "no key");
    assert.equal(bench.directories.size, 1);
  }
});

Deno.test("one host has one fetch at a time, two hosts are fetched in parallel", async () => {
  const held: (() => void)[] = [];
  const { ask, seen } = openImagined(undefined, held);
  const hosts = ["a.example/1", "a.example/2", "a.example/3", "b.example/1"];
  const answers = Promise.all(hosts.map((host) => ask(host, "acc")));
  const expected = [["a.example/1", "b.example/1"], ["a.example/2"], ["a.example/3"]];
  for (const urls of expected) {
    while (held.length < urls.length) await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(seen.splice(0), urls.map((url) => `https://${url}`));
    held.splice(0).forEach((release) => release());
  }
  assert.ok((await answers).every(({ ok }) => ok));
  assert.deepEqual(seen, []);
});

Deno.test("accounts take turns at the directories of one host", async () => {
  const held: (() => void)[] = [];
  const { directories, seen } = openImagined(undefined, held);
  const ask = (path: string, account: string) => {
    const resolved = resolveSignatureAgent(`https://agents.example/${path}`, null, directories.overrides);
    assert.ok(resolved.ok);
    return Promise.resolve(directories.lookup(resolved.target, key.thumbprint, account));
  };
  const flood = Array.from({ length: NEW_URLS_PER_MINUTE }, (_, index) => index)
    .flatMap((index) => [ask(`${index}`, "one"), ask(`more/${index}`, "two")]);
  const wanted = ask("wanted", "other");
  for (let round = 0; round < 3; round++) {
    await eventually(() => held.length > 0, "a fetch is under way");
    held.shift()!();
  }
  await eventually(() => seen.length > 3, "the fourth fetch is under way");
  assert.ok(seen.length <= 4 && seen.some((url) => url.endsWith("wanted")), seen.join(" "));
  let open = true;
  const all = Promise.all([wanted, ...flood]).finally(() => open = false);
  while (open) {
    held.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  assert.ok((await all).every(({ ok }) => ok));
});
