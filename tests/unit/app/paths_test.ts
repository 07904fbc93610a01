import assert from "node:assert/strict";
import { readConfig } from "../../../src/app/settings/config.ts";
import { pathFlags } from "../../../src/app/paths.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = ["build/", "clients/", "src/", "data/", "examples/"].map((folder) => `${ROOT}${folder}`);
const PROGRAM = [...FOLDERS, "/etc/resolv.conf"].join(",");

Deno.test("a server gets the paths that its settings name, and no others", () => {
  const rows: [env: Record<string, string>, written: string, read?: string][] = [
    [{}, "./winnow-data"],
    [{ WINNOW_DATA_DIR: "/var/lib/winnow" }, "/var/lib/winnow"],
    [{ WINNOW_DATA_DIR: "/var/lib/with space" }, "/var/lib/with space"],
    [
      { WINNOW_DATA_DIR: "/d", WINNOW_STORE: "/mnt/store.kv" },
      "/d,/mnt/store.kv,/mnt/store.kv-owner,/mnt/store.kv-journal-0,/mnt/store.kv-journal-1",
    ],
    [{ WINNOW_DATA_DIR: "/d", WINNOW_STORE: ":memory:" }, "/d"],
    [{ WINNOW_DATA_DIR: "/d", WINNOW_STORE: "https://kv.example.com/connect" }, "/d"],
    [{ WINNOW_DATA_DIR: "/d", WINNOW_STORE: "postgres://winnow:pw@db.internal/winnow" }, "/d"],
    [
      { WINNOW_DATA_DIR: "/d", WINNOW_STORE: "postgres:///winnow?host=%2Fvar%2Frun%2Fpostgresql&x=1" },
      "/d,/var/run/postgresql",
    ],
    [{ WINNOW_DATA_DIR: "/d", WINNOW_STORE: "postgres:///winnow?host=db.internal" }, "/d"],
    [
      { WINNOW_DATA_DIR: "/d", WINNOW_CITY_MMDB: "/c.mmdb", WINNOW_ASN_MMDB: "/a.mmdb" },
      "/d",
      "/d,/c.mmdb,/a.mmdb",
    ],
    // A flag cannot hold a comma.
    [{ WINNOW_DATA_DIR: "/srv/a,b/c" }, "/srv/"],
    [{ WINNOW_DATA_DIR: "a,b" }, "."],
  ];
  for (const [env, written, read = written] of rows) {
    assert.deepEqual(
      pathFlags(readConfig(env)),
      { read: `${read},${PROGRAM}`, write: written },
      JSON.stringify(env),
    );
  }
});
