/** A compressed request body is refused as what it is, not as broken JSON. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { startApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";

function gzip(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text));
}

Deno.test("a compressed body is 415 and names the Content-Encoding, on every native endpoint that takes a body", async (t) => {
  await using app = await startApp();
  const rows: readonly [path: string, type: string, text: string][] = [
    ["/v1/score/user", "application/json", '{"ip":"8.8.8.8"}'],
    ["/v1/score/device", "application/json", '{"device_id":"0123456789abcdef"}'],
    ["/v1/batch", "application/json", '{"type":"ip","items":["8.8.8.8"]}'],
    ["/v1/report", "application/json", '{"kind":"ip","value":"8.8.8.8"}'],
    ["/v1/rules", "application/json", '{"action":"block","values":["8.8.8.8"]}'],
    ["/v1/rules/import?action=block", "text/csv", "8.8.8.8\n"],
  ];
  for (const [path, type, text] of rows) {
    for (const coding of ["gzip", "GZIP", "br", "deflate, identity", "x-unheard-of"]) {
      await t.step(`${path} ${coding}`, async () => {
        const { status, body, headers } = await app.ask(path, {
          raw: gzip(text),
          headers: { "content-type": type, "content-encoding": coding },
        });
        assert.deepEqual([status, body.code], [415, "unsupported_media_type"]);
        assert.match(body.detail, /content-encoding/i);
        assert.ok(body.detail.includes(coding));
        assert.equal(headers.get("content-type"), "application/problem+json");
        assert.equal(headers.get("accept-encoding"), "identity");
      });
    }
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("identity is accepted; a long coding name is truncated in the error", async () => {
  await using app = await startApp();
  for (const coding of ["identity", "Identity", " ", "identity, identity"]) {
    const { status } = await app.ask("/v1/score/user", {
      json: { ip: "8.8.8.8" },
      headers: { "content-encoding": coding },
    });
    assert.equal(status, 200, coding);
  }
  const { status, body } = await app.ask("/v1/score/user", {
    json: { ip: "8.8.8.8" },
    headers: { "content-encoding": "x".repeat(5000) },
  });
  assert.equal(status, 415);
  assert.ok(body.detail.length < 300);
});

Deno.test("compatibility endpoints answer it with the flat body", async () => {
  await using app = await startApp();
  for (const path of ["insights", "score", "transactions/report"]) {
    const { status, body, headers } = await app.ask(`/minfraud/v2.0/${path}`, {
      raw: gzip('{"device":{"ip_address":"8.8.8.8"}}'),
      headers: { ...basic(app.live), "content-type": "application/json", "content-encoding": "gzip" },
    });
    assert.deepEqual([status, Object.keys(body), body.code], [
      415,
      ["code", "error"],
      "REQUEST_INVALID",
    ]);
    assert.match(body.error, /Content-Encoding/);
    assert.equal(headers.get("accept-encoding"), "identity");
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});
