/** What a user's history costs with the longest values: less than 2 kB on both engines, measured in their files and tables. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { DEVICE_CLASSES, NETWORKS } from "../../../src/model/facts/table.ts";
import { type UserHistory, withLogin } from "../../../src/model/login/history.ts";
import type { LoginPlace } from "../../../src/model/login/login.ts";
import { inFolder } from "../../support/folder.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import type { PostgresDatabases } from "../../support/servers/postgres_databases.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { openStore } from "../../support/store/store.ts";

const NOW = Date.UTC(2026, 10, 28);
const DAY = 24 * 3_600_000;
const MOST = 2_000;
const USERS = 200;
const ACCOUNT = "acc_0123456789abcdef0123";

/** The names that the service knows, with their longest version; the rest of the rows begin with the longest again. */
const BROWSERS = [
  "Internet Explorer",
  "Samsung Internet",
  "Huawei Browser",
  "MIUI Browser",
  "DuckDuckGo",
  "UC Browser",
  "Instagram",
  "Facebook",
  "Vivaldi",
  "Firefox",
  "Yandex",
  "WeChat",
  "Chrome",
  "Safari",
  "Opera",
  "Edge",
].map((name, index) => `${name} ${9_999 - index}`);
const SYSTEMS = ["HarmonyOS", "ChromeOS", "Android", "Windows", "macOS", "Linux", "iOS"];

type Random = () => string;

/** Hashes of 48 bits. */
function hashes(): Random {
  let count = 0;
  return () => {
    const bytes = new Uint8Array(6);
    new DataView(bytes.buffer).setUint32(1, Math.imul(++count, 2_654_435_761) >>> 0);
    return bytes.toBase64({ alphabet: "base64url" });
  };
}

/** Nothing of it comes twice. */
function longestPlace(number: number, hash: Random): LoginPlace {
  return {
    address: hash(),
    subnet: hash(),
    device: hash(),
    agent: hash(),
    asn: 4_294_967_295 - number,
    country: String.fromCharCode(65 + number % 26, 65 + number % 25),
    network: NETWORKS[number % NETWORKS.length]!,
    browser: BROWSERS[number % BROWSERS.length]!,
    os: SYSTEMS[number % SYSTEMS.length]!,
    deviceClass: DEVICE_CLASSES[number % DEVICE_CLASSES.length]!,
  };
}

/** Three devices, whose browsers had three versions, at four operators, one of which gives another address each time. */
function usualPlace(number: number, hash: Random): LoginPlace {
  const device = number % 3;
  return {
    address: hash(),
    subnet: hash(),
    device: `device-${device}`,
    agent: `agent--${number % 9}`,
    asn: 3_320 + Math.max(0, number % 12 - 8),
    country: "DE",
    network: "mobile",
    browser: `Samsung Internet ${20 + Math.floor(number % 9 / 3)}`,
    os: "Android",
    deviceClass: "mobile",
  };
}

/** Of more log-ins than rows. */
function historyOf(place: typeof longestPlace, hash: Random): UserHistory {
  let history: UserHistory | null = null;
  for (let number = 0; number < 40; number++) {
    history = withLogin(history, place(number, hash), NOW - (40 - number) * 4 * DAY, {
      isNewDevice: true,
      isConfirmed: true,
    });
  }
  assert.equal(history!.rows.length, 30);
  return { ...history!, logins: 4_000_000_000, victimUntil: NOW + 30 * DAY };
}

async function fill(location: string, place: typeof longestPlace): Promise<void> {
  const hash = hashes();
  const histories = Array.from({ length: USERS }, () => historyOf(place, hash));
  const name = (index: number) => `${index}`.padStart(22, "u");
  {
    await using stored = await opened(location);
    await Promise.all(
      histories.map((history, index) =>
        stored.store.commit(stored.store.loginUsers.changing(ACCOUNT, name(index), null, () => history))
      ),
    );
  }
  // From the store and not from memory.
  await using again = await opened(location);
  for (const [index, history] of histories.entries()) {
    assert.deepEqual(await again.store.loginUsers.get(ACCOUNT, name(index)), history);
  }
}

async function opened(location: string) {
  const store = await openStore({ location, now: () => NOW });
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

async function emptyStore(location: string): Promise<void> {
  await using _ = await opened(location);
}

interface Size {
  /** Of the longest row, with its key. */
  readonly row: number;
  /** Of all. */
  readonly whole: number;
}

async function onEmbedded(place: typeof longestPlace | null): Promise<Size> {
  return await inFolder(async (folder) => {
    const location = `${folder}/a.kv`;
    await (place === null ? emptyStore(location) : fill(location, place));
    using database = new DatabaseSync(location, { readOnly: true });
    const { users, row } = database.prepare(
      "select count(*) as users, max(length(k) + length(v)) as row from kv where instr(k, cast('login-user' as blob)) > 0",
    ).get()!;
    assert.equal(users, place === null ? 0 : USERS);
    const { whole } = database.prepare(
      "select (page_count - freelist_count) * page_size as whole from pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
    ).get()!;
    return { row: Number(row), whole: Number(whole) };
  });
}

async function onPostgres(postgres: PostgresDatabases, place: typeof longestPlace | null): Promise<Size> {
  const url = await postgres.database();
  const sql = (text: string) => postgres.sql(new URL(url).pathname.slice(1), text);
  await (place === null ? emptyStore(url) : fill(url, place));
  const [users, row] = (await sql(
    "select count(*), coalesce(max(pg_column_size(t.*)), 0) from winnow_data t where position('login-user'::bytea in key) > 0",
  )).trim().split("|").map(Number);
  assert.equal(users, place === null ? 0 : USERS);
  return { row: row!, whole: Number(await sql("select pg_total_relation_size('winnow_data')")) };
}

async function measure(size: (place: typeof longestPlace | null) => Promise<Size>): Promise<void> {
  const empty = await size(null);
  const longest = await size(longestPlace);
  const usual = await size(usualPlace);
  assert.ok(longest.row > 1_000 && longest.row < MOST, `${longest.row} bytes of the longest`);
  const grown = (usual.whole - empty.whole) / USERS;
  assert.ok(grown > usual.row / 2 && grown < MOST, `grown by ${grown} bytes for ${usual.row}`);
}

Deno.test("30 rows of the longest values on the embedded store", () => measure(onEmbedded));

postgresTest("30 rows of the longest values on PostgreSQL", async () => {
  await using postgres = await sharedPostgres();
  await measure((place) => onPostgres(postgres, place));
});
