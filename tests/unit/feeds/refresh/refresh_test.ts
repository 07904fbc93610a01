/** What a refresh asks for, at the edge of the machine: upstreams cannot be reached from a test. */
import assert from "node:assert/strict";
import { findFeed } from "../../../../src/feeds/catalog/catalog.ts";
import type { FeedFetcher } from "../../../../src/feeds/refresh/feed_request.ts";
import { FeedStore } from "../../../../src/feeds/refresh/feed_store.ts";
import { FeedWorkerClient } from "../../../../src/feeds/worker/worker_client.ts";
import { FeedRefresher } from "../../../../src/feeds/refresh/refresh.ts";

const PAGE = "https://www.microsoft.com/en-us/download/details.aspx?id=56519";
const LINK = "https://download.microsoft.com/download/7/1/d/71d86715-5596/ServiceTags_Public_20261116.json";
const TAGS = JSON.stringify({
  values: [{ name: "AzureCloud", properties: { addressPrefixes: ["20.150.0.0/15"] } }],
});

/** Answers by URL; remembers what was asked with which headers. */
class Upstream implements FeedFetcher {
  readonly asked: { url: string; headers: Readonly<Record<string, string>> }[] = [];
  constructor(
    readonly answers: Record<string, { status: number; text?: string; headers?: Record<string, string> }>,
  ) {}

  get(url: string, { headers = {} }: Parameters<FeedFetcher["get"]>[1]) {
    this.asked.push({ url, headers });
    const { status, text = "", headers: sent = {} } = this.answers[url] ?? { status: 404 };
    return Promise.resolve({ status, headers: new Headers(sent), body: new TextEncoder().encode(text) });
  }
}

async function refreshing(
  http: FeedFetcher,
  mirror: string | null,
  work: (refresher: FeedRefresher) => Promise<void>,
): Promise<void> {
  const dir = await Deno.makeTempDir();
  const worker = new FeedWorkerClient(() => {});
  const store = new FeedStore(dir);
  try {
    await work(
      new FeedRefresher({ store, worker, http, mirror, now: () => 1_800_000_000_000, random: () => 0 }),
    );
  } finally {
    worker.close();
    await Deno.remove(dir, { recursive: true });
  }
}

const azure = { ...findFeed("azure-servicetags")!, minimum: 1 };
const tor = { ...findFeed("tor-bulk-exit-list")!, minimum: 1 };

Deno.test("a feed whose upstream name changes is found on its page, and asked for conditionally", async () => {
  const http = new Upstream({
    [PAGE]: {
      status: 200,
      text: `<a href="https://evil.example/x.json">x</a> <a href="${LINK}">download</a>`,
    },
    [LINK]: {
      status: 200,
      text: TAGS,
      headers: { etag: '"1"', "last-modified": "Mon, 16 Nov 2026 00:00:00 GMT" },
    },
  });
  await refreshing(http, null, async (refresher) => {
    assert.equal((await refresher.refresh(azure, { force: true })).result, "updated");
    assert.deepEqual(http.asked.map(({ url }) => url), [PAGE, LINK]);
    http.answers[LINK] = { status: 304 };
    assert.equal((await refresher.refresh(azure, { force: true })).result, "unchanged");
    assert.deepEqual(http.asked.at(-1)?.headers, {
      "if-none-match": '"1"',
      "if-modified-since": "Mon, 16 Nov 2026 00:00:00 GMT",
    });
    http.answers[PAGE] = { status: 200, text: "<p>moved</p>" };
    const lost = await refresher.refresh(azure, { force: true });
    assert.deepEqual([lost.result, lost.detail], ["failed", "the page that links to it has no such link"]);
    assert.notEqual(lost.state.sha256, null);
  });
});

Deno.test("a missing file is a failure upstream and no failure on a mirror", async () => {
  await refreshing(new Upstream({}), null, async (refresher) => {
    const { result, detail, state } = await refresher.refresh(tor, { force: true });
    assert.deepEqual([result, detail, state.failures], ["failed", "the source answered 404", 1]);
  });
  await refreshing(new Upstream({}), "http://mirror.example/", async (refresher) => {
    const { result, state } = await refresher.refresh(tor, { force: true });
    assert.deepEqual([result, state.failures, state.lastError], ["not_offered", 0, null]);
  });
});

Deno.test("validators of one address are not sent to another, and the copy survives the move", async () => {
  const upstream = { status: 200, text: "5.45.1.1\n", headers: { etag: '"up"' } };
  const http = new Upstream({
    [tor.url]: upstream,
    "http://mirror.example/tor-bulk-exit-list.txt": { status: 500 },
  });
  const dir = await Deno.makeTempDir();
  const worker = new FeedWorkerClient(() => {});
  const store = new FeedStore(dir);
  const clock = { now: 1_800_000_000_000 };
  const common = { store, worker, http, now: () => clock.now, random: () => 0 };
  try {
    const direct = new FeedRefresher({ ...common, mirror: null });
    await direct.refresh(tor, { force: true });
    const moved = new FeedRefresher({ ...common, mirror: "http://mirror.example" });
    const outcome = await moved.refresh(tor, { force: false });
    assert.equal(outcome.result, "failed");
    assert.deepEqual(http.asked.at(-1)?.headers, {});
    const state = await store.state(tor);
    assert.deepEqual([state.etag, state.entries], [null, 1]);
    assert.equal((await moved.refresh(tor, { force: false })).result, "current");
    assert.ok(!direct.due(tor, await store.state(tor)), "two nodes do not take turns without a pause");
    clock.now += 5 * 60_000;
    assert.ok(direct.due(tor, await store.state(tor)), "the copy is another address's");
  } finally {
    worker.close();
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("back-off belongs to the address it was earned at", async () => {
  const mirrored = "http://mirror.example/tor-bulk-exit-list.txt";
  const http = new Upstream({ [tor.url]: { status: 503 } });
  const dir = await Deno.makeTempDir();
  const worker = new FeedWorkerClient(() => {});
  const store = new FeedStore(dir);
  const clock = { now: 1_800_000_000_000 };
  const common = { store, worker, http, now: () => clock.now, random: () => 0 };
  const at = (mirror: string | null) => new FeedRefresher({ ...common, mirror });
  try {
    for (let failures = 1; failures <= 4; failures++) {
      const { state } = await at(null).refresh(tor, { force: false });
      assert.equal(state.failures, failures);
      clock.now = state.nextAt;
    }
    await at(null).refresh(tor, { force: false });
    assert.equal((await at(null).refresh(tor, { force: false })).result, "current", "it is backing off");

    http.answers[mirrored] = { status: 503 };
    const first = await at("http://mirror.example").refresh(tor, { force: false });
    assert.deepEqual([first.result, first.state.failures], ["failed", 1], "the mirror is tried immediately");
    assert.deepEqual(http.asked.at(-1), { url: mirrored, headers: {} });
    assert.equal(first.state.nextAt - clock.now, 5 * 60_000 * 0.75, "its own first pause");
    assert.equal((await at("http://mirror.example").refresh(tor, { force: false })).result, "current");
    assert.equal((await at(null).refresh(tor, { force: false })).result, "current", "upstream still waits");

    http.answers["http://other.example/tor-bulk-exit-list.txt"] = { status: 200, text: "5.45.1.1\n" };
    const other = await at("http://other.example").refresh(tor, { force: false });
    assert.deepEqual([other.result, other.state.failures, other.state.lastError], ["updated", 0, null]);

    const asked = http.asked.length;
    const back = await at(null).refresh(tor, { force: true });
    assert.deepEqual(
      [http.asked.length, back.state.failures],
      [asked + 1, 6],
      "the failures of the upstream source keep counting",
    );
  } finally {
    worker.close();
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a folder that is not writable is a failure with its reason, and is not retried immediately", async () => {
  const worker = new FeedWorkerClient(() => {});
  const store = new FeedStore("/proc/no-such-folder");
  const http = new Upstream({ [tor.url]: { status: 200, text: "5.45.1.1\n" } });
  const now = 1_800_000_000_000;
  const refresher = new FeedRefresher({
    store,
    worker,
    http,
    mirror: null,
    now: () => now,
    random: () => 0,
  });
  const { result, detail, state } = await refresher.refresh(tor, { force: false });
  assert.equal(result, "failed");
  assert.match(detail, /^it cannot be kept: /);
  assert.ok(state.nextAt > now);
  assert.deepEqual(http.asked, []);
  worker.close();
});

Deno.test("a time that a wrong clock set is due", async () => {
  const http = new Upstream({ [tor.url]: { status: 200, text: "5.45.1.1\n" } });
  await refreshing(http, null, async (refresher) => {
    const { state } = await refresher.refresh(tor, { force: true });
    assert.ok(!refresher.due(tor, state));
    assert.ok(refresher.due(tor, { ...state, nextAt: state.nextAt + 365 * 24 * 3_600_000 }));
    assert.ok(refresher.due(tor, { ...state, nextAt: 0 }));
  });
});
