/** One feeds' folder, several processes: adoption, no stampede, kill -9, and the commands while a server runs. */
import assert from "node:assert/strict";
import { FeedLibrary } from "../../../src/feeds/library.ts";
import { CATEGORY } from "../../../src/feeds/ranges/range_hit.ts";
import { FeedStore } from "../../../src/feeds/refresh/feed_store.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
import { eventually } from "../../support/eventually.ts";
import { isTor, openLibrary, TOR, TOR_NAME } from "../../support/fixtures/feed_library.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { feedOptions, Mirror, SAMPLE_FILES } from "../../support/servers/feed_mirror.ts";

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
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using server = openLibrary(
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
  await using dir = await temporaryFolder();
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
  // As a process leaves it that is killed while it writes.
  await Deno.writeTextFile(`${dir.path}/.${TOR}.0a1b.tmp`, "5.45.5.5\n5.4");
  await using library = openLibrary(feedOptions({ dir: dir.path, mirror: mirror.url, now: Date.now }));
  await library.load();
  assert.ok(isTor(library, "5.45.1.1") && !isTor(library, "5.45.5.5"));
  assert.equal(library.statuses().find(({ name }) => name === TOR_NAME)?.entries, 4);
  await assert.rejects(Deno.stat(`${dir.path}/.${TOR}.0a1b.tmp`), Deno.errors.NotFound);
  mirror.files.set(TOR, "5.45.5.5\n5.45.5.6\n5.45.5.7\n");
  await library.refresh([TOR_NAME]);
  assert.ok(isTor(library, "5.45.5.5"));
});

Deno.test("workers that share a folder fetch each feed once", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  const workers = Array.from(
    { length: 4 },
    () => openLibrary(feedOptions({ dir: dir.path, mirror: mirror.url })),
  );
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

Deno.test("offline, and with refresh off, nothing is fetched, and the last good copies answer", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await Deno.writeTextFile(`${dir.path}/${TOR}`, SAMPLE_FILES[TOR]);
  const time = (await Deno.stat(`${dir.path}/${TOR}`)).mtime!.getTime();
  for (const setting of [{ offline: true }, { refresh: false }]) {
    const now = () => time + 60_000;
    await using library = openLibrary(feedOptions({ dir: dir.path, mirror: mirror.url, now, ...setting }));
    await library.load();
    library.start();
    assert.ok(isTor(library, "5.45.1.1"));
    assert.deepEqual(library.statuses().filter(({ nextAt }) => nextAt !== null), []);
    assert.equal(library.statuses().find(({ name }) => name === TOR_NAME)?.age, 60_000);
  }
  assert.deepEqual(mirror.requests, []);
});

Deno.test("the age of a copy put into the folder by hand counts from its file time", async () => {
  await using dir = await temporaryFolder();
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
  await using shipped = await temporaryFolder();
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  assert.ok((await refreshInAnotherProcess(shipped.path, mirror.url, "x4bnet-vpn-ipv4").status).success);
  const vpn = (library: FeedLibrary, text: string) =>
    (library.ranges.lookup(parseAddress(text)!).mask & CATEGORY.vpn) !== 0;
  const options = feedOptions({ dir: dir.path, bundled: shipped.path, mirror: mirror.url, now: Date.now });
  await using offline = openLibrary({ ...options, offline: true });
  await offline.load();
  assert.ok(vpn(offline, "45.83.0.1") && offline.ranges.loaded("vpn").known);
  await using library = openLibrary(options);
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
