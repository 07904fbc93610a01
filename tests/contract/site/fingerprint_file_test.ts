/** /fp.js over the wire: compressed for clients that accept it, and each encoding with its own entity tag. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { startApp } from "../../support/app/app.ts";

const TOKEN = /device_token = "[\w.-]+"/;

interface Wire {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The body as sent, not decompressed. */
function wire(url: string, headers: Record<string, string>): Promise<Wire> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
}

Deno.test("/fp.js is 4 kB over the wire for a browser, and uncompressed for clients without gzip", async (t) => {
  await using app = await startApp();
  const source = await Deno.readTextFile(new URL("../../../src/signals/device/fp.js", import.meta.url));
  const rows = [
    { name: "a browser", accept: "gzip, deflate, br, zstd", packed: true },
    { name: "any case", accept: "GZIP", packed: true },
    { name: "no header", accept: "", packed: false },
    { name: "gzip refused", accept: "gzip;q=0, br", packed: false },
    { name: "only brotli", accept: "br", packed: false },
  ];
  const tags = new Set<string>();
  for (const { name, accept, packed } of rows) {
    await t.step(name, async () => {
      const { status, headers, body } = await wire(`${app.origin}/fp.js`, { "accept-encoding": accept });
      assert.equal(status, 200);
      assert.equal(headers["content-encoding"], packed ? "gzip" : undefined);
      assert.equal(headers["vary"], "Accept-Encoding");
      assert.equal(Number(headers["content-length"]), body.length);
      const script = (packed ? gunzipSync(body) : body).toString();
      assert.equal(script.replace(TOKEN, 'device_token = ""'), source);
      assert.match(script, TOKEN);
      assert.equal(headers["cache-control"], "private, max-age=3600", "a token is one visitor's network's");
      assert.equal(body.length <= 4096, packed, `${body.length} bytes`);
      tags.add(headers.etag!);
      const again = { "accept-encoding": accept, "if-none-match": headers.etag! };
      assert.equal((await wire(`${app.origin}/fp.js`, again)).status, 304);
    });
  }
  assert.equal(tags.size, 2, "one tag a form");
});

Deno.test("/fp.d.ts is the file of the types, to read and to save", async () => {
  await using app = await startApp();
  const { status, headers, text } = await app.ask("/fp.d.ts", { key: null });
  assert.equal(status, 200);
  assert.equal(
    text,
    await Deno.readTextFile(new URL("../../../src/signals/device/fp.d.ts", import.meta.url)),
  );
  assert.match(headers.get("content-type")!, /^text\/plain/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
});
