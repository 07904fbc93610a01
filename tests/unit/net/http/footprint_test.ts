import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parseCidr } from "../../../../src/model/address/address.ts";
import { type Known, unknown } from "../../../../src/model/evidence.ts";
import { Footprints } from "../../../../src/net/http/footprint.ts";
import { HttpClient } from "../../../../src/net/http/http_client.ts";
import { startHttpServer } from "../../../support/servers/http_server.ts";

const EMAIL = "test@example.com";
const SHA1 = createHash("sha1").update(EMAIL).digest("hex").toUpperCase();
const SHA256 = createHash("sha256").update(EMAIL).digest("hex");

function footprints(
  url: string,
  options: { gravatar?: boolean; key?: string | null; offline?: boolean } = {},
): Footprints {
  const http = new HttpClient({
    offline: options.offline ?? false,
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: () => Promise.resolve(unknown("unavailable")),
    userAgent: "Winnow/test",
  });
  return new Footprints({
    http,
    now: () => 0,
    gravatar: options.gravatar ?? true,
    hibpKey: options.key === undefined ? "secret" : options.key,
    urls: { gravatar: `${url}/avatar/`, hibp: `${url}/api/v3/` },
  });
}

function plainly<T>(fact: Known<T>): T | string {
  return fact.known ? fact.value : fact.why;
}

Deno.test("Footprints sends hashes only, and reads avatar and breaches", async () => {
  const keys: (string | null)[] = [];
  await using server = startHttpServer((request) => {
    keys.push(request.headers.get("hibp-api-key"));
    if (!request.url.includes("/range/")) return new Response("png");
    return Response.json([
      { hashSuffix: "0".repeat(34), websites: ["A", "B", "C"] },
      { hashSuffix: SHA1.slice(6), websites: ["Adobe", "Stratfor"] },
    ]);
  });
  const source = footprints(server.url);
  const found = await source.of(` ${EMAIL.toUpperCase()} `);
  assert.equal(plainly(found.hasAvatar), true);
  assert.equal(found.avatarUrl, `${server.url}/avatar/${SHA256}`);
  assert.equal(plainly(found.breachCount), 2);
  await source.of(EMAIL);
  assert.deepEqual(server.seen.toSorted(), [
    `/api/v3/breachedaccount/range/${SHA1.slice(0, 6)}`,
    `/avatar/${SHA256}?d=404&s=1`,
  ]);
  assert.deepEqual(keys.toSorted(), [null, "secret"].toSorted());
  assert(!server.seen.join().includes("example.com"));
});

const rows: {
  name: string;
  answer: () => Response;
  expected: [avatar: boolean | string, breaches: number | string];
}[] = [
  { name: "nothing known", answer: () => Response.json([], { status: 200 }), expected: [true, 0] },
  { name: "404", answer: () => new Response("", { status: 404 }), expected: [false, "unavailable"] },
  { name: "429", answer: () => new Response("", { status: 429 }), expected: ["unavailable", "unavailable"] },
  { name: "403", answer: () => new Response("", { status: 403 }), expected: ["unavailable", "unavailable"] },
  { name: "HTML", answer: () => new Response("<html>"), expected: [true, "unavailable"] },
  { name: "odd rows", answer: () => Response.json([null, 1, { hashSuffix: 7 }]), expected: [true, 0] },
];

for (const row of rows) {
  Deno.test(`Footprints: ${row.name}`, async () => {
    await using server = startHttpServer(row.answer);
    const found = await footprints(server.url).of(EMAIL);
    assert.deepEqual([plainly(found.hasAvatar), plainly(found.breachCount)], row.expected);
  });
}

Deno.test("Footprints asks nothing when it is switched off or offline", async () => {
  await using server = startHttpServer(() => new Response());
  const off = await footprints(server.url, { gravatar: false, key: null }).of(EMAIL);
  assert.deepEqual([plainly(off.hasAvatar), off.avatarUrl, plainly(off.breachCount)], [
    "disabled",
    null,
    "disabled",
  ]);
  const offline = await footprints(server.url, { offline: true }).of(EMAIL);
  assert.deepEqual([plainly(offline.hasAvatar), plainly(offline.breachCount)], ["offline", "offline"]);
  assert.deepEqual(server.seen, []);
});
