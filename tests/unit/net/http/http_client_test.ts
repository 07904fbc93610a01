import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { parseAddress, parseCidr } from "../../../../src/model/address/address.ts";
import { known } from "../../../../src/model/evidence.ts";
import { HttpClient, type HttpFailed } from "../../../../src/net/http/http_client.ts";
import { clientOf, failedFor, LIMITS, LOOPBACK, refusedFor } from "../../../support/clients/http_client.ts";
import { startHttpServer, startRawServer } from "../../../support/servers/http_server.ts";

Deno.test("HttpClient answers with status, headers, body and the address that answered", async () => {
  await using server = startHttpServer((request) =>
    new Response(request.headers.get("user-agent") + "|" + request.headers.get("accept"), {
      status: 404,
      headers: { "x-one": "1" },
    })
  );
  const answer = await clientOf().get(`${server.url}/a?b=c#d`, { ...LIMITS, accept: "text/plain" });
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get("x-one"), "1");
  assert.equal(new TextDecoder().decode(answer.body), "Winnow/test|text/plain");
  assert.equal(answer.url, `${server.url}/a?b=c`);
  assert.deepEqual(server.seen, ["/a?b=c"]);
});

Deno.test("HttpClient connects to the address it checked and verifies the certificate for the name", async (t) => {
  await using server = startHttpServer((request) => new Response(request.headers.get("host")), { tls: true });
  const asked: string[] = [];
  const client = clientOf({ "secure.test": ["127.0.0.1"], "other.test": ["127.0.0.1"] }, { asked });
  await t.step("the certificate's name", async () => {
    const answer = await client.get(`https://secure.test:${server.port}/`, LIMITS);
    assert.equal(new TextDecoder().decode(answer.body), `secure.test:${server.port}`);
    assert.deepEqual(asked, ["secure.test"]);
  });
  await t.step("another name", async () => {
    await assert.rejects(client.get(`https://other.test:${server.port}/`, LIMITS), (error) => {
      assert(failedFor("network")(error));
      assert.match((error as Error).message, /ALTNAME/);
      return true;
    });
  });
  await t.step("an unknown authority", async () => {
    const strict = new HttpClient({
      offline: false,
      egressAllow: [LOOPBACK],
      resolve: () => Promise.resolve(known([parseAddress("127.0.0.1")!])),
      userAgent: "Winnow/test",
    });
    await assert.rejects(strict.get(`https://secure.test:${server.port}/`, LIMITS), failedFor("network"));
  });
  assert.equal(server.seen.length, 1);
});

Deno.test("HttpClient tries the next address when one does not take the connection", async () => {
  await using server = startHttpServer(() => new Response("ok"));
  const client = new HttpClient({
    offline: false,
    egressAllow: [parseCidr("127.0.0.0/8")!],
    resolve: () => Promise.resolve(known(["127.0.0.9", "127.0.0.1"].map((text) => parseAddress(text)!))),
    userAgent: "Winnow/test",
  });
  assert.equal((await client.get(`http://two.test:${server.port}/`, LIMITS)).status, 200);
});

Deno.test("HttpClient limits size, time and shape of the body", async (t) => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(5_000_000)));
  const rows = Array.from({ length: 60_000 }, (_, at) => `{"range":"${at >> 8}.${at % 256}.0.0/16"},`).join(
    "",
  );
  await using server = startHttpServer((request) => {
    const path = new URL(request.url).pathname;
    const text = "the same text ".repeat(100);
    if (path === "/gzip") {
      return new Response(new Uint8Array(gzipSync(text)), { headers: { "content-encoding": "gzip" } });
    }
    if (path === "/br") {
      return new Response(new Uint8Array(brotliCompressSync(text)), {
        headers: { "content-encoding": "br" },
      });
    }
    if (path === "/deflate") {
      return new Response(new Uint8Array(deflateSync(text)), { headers: { "content-encoding": "deflate" } });
    }
    if (path === "/bomb") return new Response(bomb, { headers: { "content-encoding": "gzip" } });
    if (path === "/dense") {
      return new Response(new Uint8Array(gzipSync(rows)), { headers: { "content-encoding": "gzip" } });
    }
    if (path === "/odd") return new Response("x", { headers: { "content-encoding": "zstd" } });
    if (path === "/broken") return new Response("not gzip", { headers: { "content-encoding": "gzip" } });
    return new Response(new Uint8Array(Number(path.slice(1))));
  });
  const client = clientOf();
  for (const path of ["/gzip", "/br", "/deflate"]) {
    await t.step(`decoded: ${path}`, async () => {
      assert.equal((await client.get(server.url + path, LIMITS)).body.length, 1400);
    });
  }
  await t.step("exactly the limit", async () => {
    assert.equal((await client.get(`${server.url}/10000`, LIMITS)).body.length, 10_000);
  });
  await t.step("a byte more than the limit", async () => {
    await assert.rejects(client.get(`${server.url}/10001`, LIMITS), failedFor("too_large"));
  });
  await t.step("a longer body is cut when that is asked for", async () => {
    const cut = await client.get(`${server.url}/50000`, { ...LIMITS, maxBytes: 100, cut: true });
    assert.equal(cut.body.length, 100);
    const head = await client.get(`${server.url}/50000`, { ...LIMITS, maxBytes: 0, cut: true });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });
  await t.step("a compressed bomb is counted after decompression", async () => {
    await assert.rejects(client.get(`${server.url}/bomb`, LIMITS), failedFor("too_large"));
  });
  await t.step("a compressed bomb ends long before the limit", async () => {
    await assert.rejects(
      client.get(`${server.url}/bomb`, { ...LIMITS, maxBytes: 100_000_000 }),
      failedFor("too_large"),
    );
  });
  await t.step("repetitive text is no bomb", async () => {
    const { body } = await client.get(`${server.url}/dense`, { ...LIMITS, maxBytes: 100_000_000 });
    assert.equal(body.length, rows.length);
  });
  await t.step("a coding that was not asked for", async () => {
    await assert.rejects(client.get(`${server.url}/odd`, LIMITS), failedFor("network"));
  });
  await t.step("a broken coding", async () => {
    await assert.rejects(client.get(`${server.url}/broken`, LIMITS), failedFor("network"));
  });
  await t.step("progress is reported against Content-Length", async () => {
    const seen: [number, number | null][] = [];
    await client.get(`${server.url}/3000`, {
      ...LIMITS,
      onBytes: (received, total) => seen.push([received, total]),
    });
    assert.deepEqual(seen.at(-1), [3000, 3000]);
  });
});

Deno.test("HttpClient gives up on servers that do not finish", async (t) => {
  const dripping = Promise.withResolvers<void>();
  await using server = startRawServer(async (connection) => {
    switch (connection.path) {
      case "/drip":
        await connection.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nx");
        dripping.resolve();
        return await connection.disconnected;
      case "/headers":
        await connection.write("HTTP/1.1 200 OK\r\nx-one: ");
        return await connection.disconnected;
      case "/silent":
        return await connection.disconnected;
      case "/endless":
        await connection.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        for (;;) await connection.write("3e8\r\n" + "y".repeat(1000) + "\r\n");
      case "/short":
        return await connection.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc");
      case "/garbage":
        return await connection.write("SSH-2.0-OpenSSH\r\n\r\n");
      case "/manyheaders":
        await connection.write("HTTP/1.1 200 OK\r\n");
        for (let index = 0; index < 5_000; index++) {
          await connection.write(`x-${index}: ${"z".repeat(100)}\r\n`);
        }
        return await connection.write("\r\n");
      case "/interim":
        for (;;) await connection.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
    }
  });
  const client = clientOf();
  const rows: [path: string, reason: HttpFailed["reason"], timeoutMs: number][] = [
    ["/drip", "timeout", 60],
    ["/headers", "timeout", 60],
    ["/silent", "timeout", 60],
    ["/endless", "too_large", 5_000],
    ["/short", "network", 5_000],
    ["/garbage", "network", 5_000],
    ["/manyheaders", "network", 5_000],
    ["/interim", "network", 5_000],
  ];
  for (const [path, reason, timeoutMs] of rows) {
    await t.step(path, async () => {
      await assert.rejects(client.get(server.url + path, { ...LIMITS, timeoutMs }), failedFor(reason));
    });
  }
  await dripping.promise;
  await t.step("a resolver that never answers", async () => {
    const waiting = new HttpClient({
      offline: false,
      egressAllow: [],
      resolve: () => new Promise(() => {}),
      userAgent: "Winnow/test",
    });
    await assert.rejects(waiting.get("https://x.test/", { ...LIMITS, timeoutMs: 20 }), failedFor("timeout"));
  });
  await t.step("the caller's signal", async () => {
    const stop = new AbortController();
    const asked = client.get(`${server.url}/silent`, { ...LIMITS, signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, failedFor("aborted"));
    await assert.rejects(client.get(server.url, { ...LIMITS, signal: stop.signal }), failedFor("aborted"));
  });
  await t.step("plain http without exceptions is refused before its name is looked up", async () => {
    const asked: string[] = [];
    const client = clientOf({}, { allow: false, asked });
    await assert.rejects(client.get("http://x.test/", LIMITS), refusedFor("scheme"));
    assert.deepEqual(asked, []);
  });
  await t.step("nothing listens there", async () => {
    const closed = startHttpServer(() => new Response());
    await closed[Symbol.asyncDispose]();
    await assert.rejects(client.get(closed.url, LIMITS), failedFor("network"));
  });
  await t.step("a name without addresses, and one that could not be resolved", async () => {
    await assert.rejects(
      clientOf({ "none.test": [] }).get("https://none.test/", LIMITS),
      failedFor("unresolved"),
    );
    await assert.rejects(clientOf().get("https://unknown.test/", LIMITS), failedFor("unresolved"));
  });
});
