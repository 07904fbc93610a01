import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

const FILE = new URL("../../../../src/signals/device/fp.js", import.meta.url);

Deno.test("fp.js is at most 4 kB as it is served", () => {
  const size = gzipSync(Deno.readFileSync(FILE), { level: 6 }).length;
  assert(size <= 4000, `${size} bytes`);
});

Deno.test("fp.js names nothing that stores, sends or evaluates", () => {
  const text = Deno.readTextFileSync(FILE);
  const forbidden =
    /\b(cookie|localStorage|sessionStorage|indexedDB|caches|fetch|XMLHttpRequest|sendBeacon|WebSocket|eval|Function\(|innerHTML|appendChild|import)\b/;
  assert.doesNotMatch(text, forbidden);
});

Deno.test("fp.js passes the type check of its comments", async () => {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", FILE.pathname],
    stdout: "null",
    stderr: "piped",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
});
