import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type Address, parseAddress, parseCidr } from "../../../src/domain/address.ts";
import { type Known, known, unknown } from "../../../src/domain/evidence.ts";
import { type GetOptions, HttpClient, HttpFailed, HttpRefused } from "../../../src/net/http_client.ts";
import { startCanary, startHttpServer, startRawServer } from "../../support/http_server.ts";
import { TEST_CA } from "../../support/tls.ts";

const LOOPBACK = parseCidr("127.0.0.1/32")!;
const LIMITS: GetOptions = { maxBytes: 10_000, timeoutMs: 5_000, redirects: 3 };

function clientOf(
  names: Record<string, readonly string[]> = {},
  options: { allow?: boolean; offline?: boolean; allowHttp?: boolean; asked?: string[] } = {},
): HttpClient {
  return new HttpClient({
    offline: options.offline ?? false,
    egressAllow: options.allow === false ? [] : [LOOPBACK],
    resolve: (host): Promise<Known<Address[]>> => {
      options.asked?.push(host);
      const list = names[host];
      return Promise.resolve(
        list === undefined ? unknown("unavailable") : known(list.map((t) => parseAddress(t)!)),
      );
    },
    userAgent: "Winnow/test",
    allowHttp: options.allowHttp ?? false,
    ca: [TEST_CA],
  });
}

function refusedFor(reason: HttpRefused["reason"]): (error: unknown) => boolean {
  return (error) => error instanceof HttpRefused && error.reason === reason;
}

function failedFor(reason: HttpFailed["reason"]): (error: unknown) => boolean {
  return (error) => error instanceof HttpFailed && error.reason === reason;
}

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

Deno.test("HttpClient refuses what the guard refuses and opens no connection", async (t) => {
  await using canary = startCanary();
  const names = {
    "inward.test": ["127.0.0.1"],
    "mixed.test": ["93.184.215.14", "127.0.0.1"],
    "ten.test": ["10.0.0.1"],
    "six.test": ["::ffff:127.0.0.1"],
    "public.test": ["93.184.215.14"],
  };
  const port = canary.port;
  const rows: { name: string; given: string; expected: HttpRefused["reason"]; allowHttp?: boolean }[] = [
    { name: "loopback by name", given: `https://inward.test:${port}/`, expected: "address" },
    { name: "one of several addresses", given: `https://mixed.test:${port}/`, expected: "address" },
    { name: "RFC 1918", given: "https://ten.test/", expected: "address" },
    { name: "IPv4-mapped loopback", given: `https://six.test:${port}/`, expected: "address" },
    { name: "loopback literal", given: `http://127.0.0.1:${port}/`, expected: "address", allowHttp: true },
    { name: "short loopback", given: `https://127.1:${port}/`, expected: "address" },
    { name: "decimal loopback", given: `https://2130706433:${port}/`, expected: "address" },
    { name: "hexadecimal loopback", given: `https://0x7f000001:${port}/`, expected: "address" },
    { name: "octal loopback", given: `https://0177.0.0.1:${port}/`, expected: "address" },
    { name: "full-width digits", given: `https://１２７.0.0.1:${port}/`, expected: "address" },
    { name: "IPv6 loopback", given: `https://[::1]:${port}/`, expected: "address" },
    { name: "mapped literal", given: `https://[::ffff:127.0.0.1]:${port}/`, expected: "address" },
    { name: "unspecified", given: `https://0.0.0.0:${port}/`, expected: "address" },
    { name: "cloud metadata", given: "https://169.254.169.254/latest/meta-data/", expected: "address" },
    { name: "IPv6 metadata", given: "https://[fd00:ec2::254]/", expected: "address" },
    { name: "carrier-grade NAT", given: "https://100.64.0.1/", expected: "address" },
    { name: "multicast", given: "https://224.0.0.1/", expected: "address" },
    { name: "NAT64 of loopback", given: "https://[64:ff9b::7f00:1]/", expected: "address" },
    { name: "6to4 of loopback", given: "https://[2002:7f00:1::]/", expected: "address" },
    { name: "localhost", given: `https://localhost:${port}/`, expected: "address" },
    { name: "localhost with a dot", given: `https://localhost.:${port}/`, expected: "address" },
    { name: "plain http", given: "http://public.test/", expected: "scheme" },
    { name: "file", given: "file:///etc/passwd", expected: "scheme" },
    { name: "data", given: "data:text/plain,x", expected: "scheme" },
    { name: "ftp", given: "ftp://public.test/", expected: "scheme" },
    { name: "user name", given: "https://user@public.test/", expected: "url" },
    { name: "password", given: "https://user:secret@public.test/", expected: "url" },
    { name: "not a URL", given: "https://", expected: "url" },
    { name: "a mail port", given: "https://public.test:25/", expected: "port" },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const client = clientOf(names, { allow: false, allowHttp: row.allowHttp ?? false });
      await assert.rejects(client.get(row.given, LIMITS), refusedFor(row.expected));
    });
  }
  await t.step("offline", async () => {
    const asked: string[] = [];
    const client = clientOf(names, { offline: true, asked });
    await assert.rejects(client.get(`http://127.0.0.1:${port}/`, LIMITS), refusedFor("offline"));
    await assert.rejects(client.get("https://public.test/", LIMITS), refusedFor("offline"));
    assert.deepEqual(asked, []);
  });
  assert.equal(canary.connections(), 0);
});

Deno.test("HttpClient checks every redirect", async (t) => {
  await using canary = startCanary("127.0.0.2");
  await using elsewhere = startHttpServer((request) =>
    new Response(request.headers.get("x-secret") ?? "none")
  );
  await using server = startHttpServer((request) => {
    const path = new URL(request.url).pathname;
    const count = Number(path.slice("/count/".length));
    const to: Record<string, string> = {
      "/inward": `http://127.0.0.2:${canary.port}/`,
      "/metadata": "http://169.254.169.254/latest/meta-data/",
      "/name": `http://inward.test:${canary.port}/`,
      "/file": "file:///etc/passwd",
      "/user": `http://user:pass@127.0.0.1:${elsewhere.port}/`,
      "/other": `http://127.0.0.1:${elsewhere.port}/`,
      "/same": "end",
    };
    if (path === "/end") return new Response(request.headers.get("x-secret"));
    const location = path.startsWith("/count/") ? (count === 0 ? "/end" : `/count/${count - 1}`) : to[path];
    return new Response("moved", { status: 302, headers: { location: location! } });
  });
  const client = clientOf({ "inward.test": ["127.0.0.2"] });
  const refusals: [string, HttpRefused["reason"]][] = [
    ["/inward", "address"],
    ["/metadata", "address"],
    ["/name", "address"],
    ["/file", "scheme"],
    ["/user", "url"],
  ];
  for (const [path, reason] of refusals) {
    await t.step(`refused: ${path}`, async () => {
      await assert.rejects(client.get(server.url + path, LIMITS), refusedFor(reason));
    });
  }
  await t.step("followed within the limit, relative to the hop", async () => {
    const answer = await client.get(`${server.url}/count/2`, { ...LIMITS, headers: { "x-secret": "s" } });
    assert.equal(answer.url, `${server.url}/end`);
    assert.equal(new TextDecoder().decode(answer.body), "s");
  });
  await t.step("one too many", async () => {
    await assert.rejects(client.get(`${server.url}/count/3`, LIMITS), failedFor("redirects"));
    await assert.rejects(
      client.get(`${server.url}/same`, { ...LIMITS, redirects: 0 }),
      failedFor("redirects"),
    );
  });
  await t.step("the caller's headers do not follow to another origin", async () => {
    const answer = await client.get(`${server.url}/other`, { ...LIMITS, headers: { "x-secret": "s" } });
    assert.equal(new TextDecoder().decode(answer.body), "none");
  });
  assert.equal(canary.connections(), 0);
});

Deno.test("HttpClient limits size, time and shape of the body", async (t) => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(5_000_000)));
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
        return await connection.gone;
      case "/headers":
        await connection.write("HTTP/1.1 200 OK\r\nx-one: ");
        return await connection.gone;
      case "/silent":
        return await connection.gone;
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
