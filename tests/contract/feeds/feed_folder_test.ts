/** One feeds' folder, several processes: adoption, no stampede, kill -9, and the commands beside a running server. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../src/model/address.ts";
import { feedsRefresh, feedsStatus } from "../../../src/cli/feeds/feeds.ts";
import { FEEDS } from "../../../src/feeds/catalog/catalog.ts";
import { FeedStore } from "../../../src/feeds/refresh/feed_store.ts";
import { FeedLibrary, type FeedOptions } from "../../../src/feeds/library.ts";
import { CATEGORY } from "../../../src/feeds/ranges/range_hit.ts";
import { feedOptions, Mirror, SAMPLE_FILES, SMALL_FEEDS } from "../../support/servers/feed_mirror.ts";
import { eventually } from "../../support/eventually.ts";

const TOR = "tor-bulk-exit-list.txt";
const CLEAR = "\r\x1b[2K";
const TOR_NAME = "tor-bulk-exit-list";

async function temporary(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "winnow-feeds-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

function opened(options: FeedOptions): FeedLibrary & AsyncDisposable {
  const library = new FeedLibrary(options);
  return Object.assign(library, { [Symbol.asyncDispose]: () => library.stop() });
}

function isTor(library: FeedLibrary, text: string): boolean {
  return (library.ranges.lookup(parseAddress(text)!).mask & CATEGORY.tor) !== 0;
}

function recorder(terminal = false) {
  const text = { out: "", err: "" };
  return {
    text,
    write: (part: string) => void (text.out += part),
    complain: (part: string) => void (text.err += part),
    terminal,
    columns: 100,
  };
}

/** Another process that refreshes one feed from the mirror. */
function refreshInAnotherProcess(dir: string, mirror: string, name: string): Deno.ChildProcess {
  const script = new URL("../../support/process/feed_refresh_process.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, dir, mirror, name],
    stdout: "null",
    stderr: "inherit",
  }).spawn();
}

Deno.test("a running library adopts what another process fetched", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using server = opened(
    feedOptions({ dir: dir.path, mirror: mirror.url, refresh: false, now: Date.now }),
  );
  await server.load();
  server.start();
  assert.ok(!isTor(server, "5.45.1.1"));
  assert.ok((await refreshInAnotherProcess(dir.path, mirror.url, TOR_NAME).status).success);
  await eventually(() => isTor(server, "5.45.1.1"), "the first list");
  mirror.files.set(TOR, `${SAMPLE_FILES[TOR]}5.45.5.5\n`);
  assert.ok((await refreshInAnotherProcess(dir.path, mirror.url, TOR_NAME).status).success);
  await eventually(() => isTor(server, "5.45.5.5"), "the second list");
  assert.equal(server.statuses().find(({ name }) => name === TOR_NAME)?.entries, 5);
  assert.equal(mirror.count(TOR), 2);
});

Deno.test("kill -9 in the middle of a refresh leaves the last good copy, and no lock", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  assert.ok((await refreshInAnotherProcess(dir.path, mirror.url, TOR_NAME).status).success);
  const asked = Promise.withResolvers<void>();
  mirror.files.set(TOR, () => {
    const body = new ReadableStream({
      start: (half) => {
        half.enqueue(new TextEncoder().encode("5.45.5.5\n5.45.5."));
        asked.resolve();
      },
    });
    return new Response(body);
  });
  const child = refreshInAnotherProcess(dir.path, mirror.url, TOR_NAME);
  await asked.promise;
  child.kill("SIGKILL");
  assert.equal((await child.status).signal, "SIGKILL");
  // What a process killed while it wrote leaves behind.
  await Deno.writeTextFile(`${dir.path}/.${TOR}.0a1b.tmp`, "5.45.5.5\n5.4");
  await using library = opened(feedOptions({ dir: dir.path, mirror: mirror.url, now: Date.now }));
  await library.load();
  assert.ok(isTor(library, "5.45.1.1") && !isTor(library, "5.45.5.5"));
  assert.equal(library.statuses().find(({ name }) => name === TOR_NAME)?.entries, 4);
  await assert.rejects(Deno.stat(`${dir.path}/.${TOR}.0a1b.tmp`), Deno.errors.NotFound);
  mirror.files.set(TOR, "5.45.5.5\n5.45.5.6\n5.45.5.7\n");
  await library.refresh([TOR_NAME]);
  assert.ok(isTor(library, "5.45.5.5"));
});

Deno.test("workers that share a folder ask for each feed once", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  const workers = Array.from({ length: 4 }, () => opened(feedOptions({ dir: dir.path, mirror: mirror.url })));
  try {
    await Promise.all(workers.map((worker) => worker.load()));
    for (const worker of workers) worker.start();
    await eventually(
      () => workers.every((worker) => isTor(worker, "5.45.1.1") && worker.ranges.loaded("vpn", 6).known),
      "every worker has the lists",
    );
    await eventually(
      () => Object.keys(SAMPLE_FILES).length <= new Set(mirror.requests.map(({ file }) => file)).size,
      "every feed was asked for",
    );
    for (const file of new Set(mirror.requests.map(({ file }) => file))) {
      assert.equal(mirror.count(file), 1, file);
    }
    const versions = new Set(workers.map((worker) => worker.ranges.dataVersion()));
    await eventually(
      () => new Set(workers.map((worker) => worker.ranges.dataVersion())).size === 1,
      "one data version",
    );
    assert.ok(!versions.has("none"));
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

Deno.test("offline, and with refresh off, nothing is asked for, and the last good copies answer", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await Deno.writeTextFile(`${dir.path}/${TOR}`, SAMPLE_FILES[TOR]);
  const time = (await Deno.stat(`${dir.path}/${TOR}`)).mtime!.getTime();
  for (const setting of [{ offline: true }, { refresh: false }]) {
    const now = () => time + 60_000;
    await using library = opened(feedOptions({ dir: dir.path, mirror: mirror.url, now, ...setting }));
    await library.load();
    library.start();
    assert.ok(isTor(library, "5.45.1.1"));
    assert.deepEqual(library.statuses().filter(({ nextAt }) => nextAt !== null), []);
    assert.equal(library.statuses().find(({ name }) => name === TOR_NAME)?.age, 60_000);
  }
  assert.deepEqual(mirror.requests, []);
});

Deno.test("a copy that was damaged on disk is set aside, reported and fetched again", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  const options = feedOptions({ dir: dir.path, mirror: mirror.url });
  {
    await using library = opened(options);
    await library.load();
    await library.refresh([TOR_NAME]);
  }
  await Deno.writeTextFile(`${dir.path}/${TOR}`, "<html>\0\0\0");
  await using library = opened(options);
  await library.load();
  const status = library.statuses().find(({ name }) => name === TOR_NAME)!;
  assert.equal(status.state, "not_loaded");
  assert.match(status.lastError ?? "", /the copy on disk is damaged: an HTML/);
  assert.deepEqual(library.ranges.loaded("tor"), { known: false, why: "not_loaded" });
  library.start();
  await eventually(() => isTor(library, "5.45.1.1"), "the list");
  assert.equal(await Deno.readTextFile(`${dir.path}/${TOR}`), SAMPLE_FILES[TOR]);
});

Deno.test("feeds status and feeds refresh: lines, JSON and exit codes", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  const options = feedOptions({ dir: dir.path, mirror: mirror.url });
  const before = recorder();
  assert.equal(await feedsStatus(options, { json: true }, before), 0);
  const listed = JSON.parse(before.text.out).sources as { name: string; state: string }[];
  assert.deepEqual(listed.map(({ name }) => name), FEEDS.map(({ name }) => name));
  assert.deepEqual(new Set(listed.map(({ state }) => state)), new Set(["not_loaded", "bundled"]));

  const whole = recorder();
  assert.equal(await feedsRefresh(options, {}, whole), 0);
  assert.match(whole.text.out, /^\+ tor-bulk-exit-list +updated, 4 entries$/m);
  assert.match(whole.text.out, /^- spamhaus-drop_v6 +not offered \(the mirror does not have it\)$/m);
  assert.ok(!whole.text.out.includes("\x1b"));

  const unknownName = recorder();
  assert.equal(await feedsRefresh(options, { name: "tor" }, unknownName), 2);
  assert.match(unknownName.text.err, /no feed "tor".*tor-bulk-exit-list/);
  assert.equal(unknownName.text.out, "");

  mirror.files.set(TOR, "");
  assert.equal(await feedsRefresh(options, {}, recorder()), 0, "one of many failed");
  assert.equal(await feedsRefresh(options, { name: TOR_NAME }, recorder()), 1, "the named one failed");
  assert.equal(
    await feedsRefresh(options, { name: "x4bnet-vpn-ipv4.txt" }, recorder()),
    0,
    "by its file name",
  );
  assert.equal(
    await feedsRefresh(options, { name: "spamhaus-drop_v6" }, recorder()),
    0,
    "not offered is no failure",
  );
  assert.equal(await feedsRefresh({ ...options, offline: true }, {}, recorder()), 1);

  const table = recorder(true);
  assert.equal(await feedsStatus(options, {}, table), 0);
  const lines = table.text.out.trimEnd().split("\n");
  assert.equal(lines.length, FEEDS.length + 1);
  assert.ok(lines.every((line) => line.length <= 100));
  const column = lines[0]!.indexOf("STATE");
  assert.ok(lines.slice(1).every((line) => line[column - 1] === " " && line[column] !== " "));
  assert.match(
    table.text.out,
    /^tor-bulk-exit-list +fresh +4 +0 minutes +in \S+ \S+ +refused: the file is em…$/m,
  );

  const piped = recorder();
  assert.equal(await feedsStatus(options, {}, piped), 0);
  const source = new URL(mirror.url).host;
  assert.match(piped.text.out, /^FEED +STATE +ENTRIES +AGE +NEXT +SOURCE +REMARK$/m);
  assert.match(
    piped.text.out,
    new RegExp(`^tor-bulk-exit-list +fresh .* ${source}  refused: the file is empty`, "m"),
  );
  assert.match(piped.text.out, /^dbip-city-ipv4 +(bundled .* bundle|not offered .*)\b/m);

  for (const file of Object.keys(SAMPLE_FILES)) {
    mirror.files.set(file, () => new Response("", { status: 503 }));
  }
  assert.equal(await feedsRefresh(options, {}, recorder()), 1, "all of them failed");
});

Deno.test("feeds refresh draws a bar on a terminal and leaves none behind", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  const out = recorder(true);
  await feedsRefresh(feedOptions({ dir: dir.path, mirror: mirror.url }), {}, out);
  assert.ok(out.text.out.includes(`${FEEDS.length - 1}/${FEEDS.length}`));
  const drawn = out.text.out.split(CLEAR).map((part) => part.split("\n")[0]!);
  const bars = drawn.filter((line) => line.startsWith("█") || line.startsWith("░"));
  assert.ok(bars.length > FEEDS.length && bars.every((bar) => bar.length < 100));
  assert.match(drawn.at(-1)!, /^\d+ updated, \d+ not offered$/);
});

Deno.test("failures back off: twice as long each time, up to the cadence, less what the source asks for", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror({ [TOR]: () => new Response("", { status: 500 }) });
  const now = 1_800_000_000_000;
  await using library = opened(
    feedOptions({ dir: dir.path, mirror: mirror.url, now: () => now, feeds: SMALL_FEEDS }),
  );
  const minutes: number[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    const [outcome] = await library.refresh([TOR_NAME]);
    minutes.push((outcome!.state.nextAt - now) / 60_000);
  }
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 320, 360, 360]);
  mirror.files.set(TOR, () => new Response("", { status: 429, headers: { "retry-after": "999999" } }));
  assert.equal((await library.refresh([TOR_NAME]))[0]!.state.nextAt, now + 6 * 3_600_000);
});

Deno.test("a copy put into the folder by hand counts from its own time", async () => {
  await using dir = await temporary();
  const store = new FeedStore(dir.path);
  const feed = { file: TOR };
  assert.equal((await store.state(feed)).sha256, null);
  await Deno.writeTextFile(`${dir.path}/${TOR}`, "5.45.1.1\n");
  await Deno.utime(`${dir.path}/${TOR}`, 1_700_000_000, 1_700_000_000);
  const state = await store.state(feed);
  assert.equal(state.checkedAt, 1_700_000_000_000);
  assert.notEqual(state.sha256, null);
  await Deno.writeTextFile(`${dir.path}/${TOR}.state.json`, "{ not json");
  assert.deepEqual(await store.state(feed), state);
});

Deno.test("copies that came with the program answer until there is a newer one", async () => {
  await using shipped = await temporary();
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  assert.ok((await refreshInAnotherProcess(shipped.path, mirror.url, "x4bnet-vpn-ipv4").status).success);
  const vpn = (library: FeedLibrary, text: string) =>
    (library.ranges.lookup(parseAddress(text)!).mask & CATEGORY.vpn) !== 0;
  const options = feedOptions({ dir: dir.path, bundled: shipped.path, mirror: mirror.url, now: Date.now });
  await using offline = opened({ ...options, offline: true });
  await offline.load();
  assert.ok(vpn(offline, "45.83.0.1") && offline.ranges.loaded("vpn").known);
  await using library = opened(options);
  await library.load();
  const [same] = await library.refresh(["x4bnet-vpn-ipv4"]);
  assert.equal(same!.result, "unchanged");
  assert.equal(mirror.requests.at(-1)?.status, 304);
  assert.ok(vpn(library, "45.83.0.1"));
  mirror.files.set("x4bnet-vpn-ipv4.txt", "45.84.0.0/20\n45.85.0.0/20\n");
  const [newer] = await library.refresh(["x4bnet-vpn-ipv4"]);
  assert.equal(newer!.result, "updated");
  assert.ok(vpn(library, "45.84.0.1") && !vpn(library, "45.83.0.1"));
  assert.equal(
    await Deno.readTextFile(`${shipped.path}/x4bnet-vpn-ipv4.txt`),
    SAMPLE_FILES["x4bnet-vpn-ipv4.txt"],
  );
});
