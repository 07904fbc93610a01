import assert from "node:assert/strict";
import { parseAddress, parseCidr } from "../../../src/model/address/address.ts";
import { known } from "../../../src/model/evidence.ts";
import { mayConnect, mayConnectToUntrusted } from "../../../src/net/address_guard.ts";
import { HttpClient, type HttpRefused } from "../../../src/net/http/http_client.ts";
import { clientOf, failedFor, LIMITS, refusedFor } from "../../support/clients/http_client.ts";
import { startCanary, startHttpServer } from "../../support/servers/http_server.ts";

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

const EVERYWHERE = [parseCidr("0.0.0.0/0")!, parseCidr("::/0")!];

const LED: readonly { address: string; own: boolean; untrusted: boolean; unlisted: boolean }[] = [
  { address: "93.184.215.14", own: true, untrusted: true, unlisted: true },
  { address: "127.0.0.1", own: true, untrusted: true, unlisted: false },
  { address: "192.168.7.7", own: true, untrusted: true, unlisted: false },
  { address: "fd12::1", own: true, untrusted: true, unlisted: false },
  { address: "169.254.169.254", own: true, untrusted: false, unlisted: false },
  { address: "fe80::1", own: true, untrusted: false, unlisted: false },
  { address: "fd00:ec2::254", own: true, untrusted: false, unlisted: false },
  { address: "100.100.100.200", own: true, untrusted: false, unlisted: false },
  { address: "168.63.129.16", own: true, untrusted: false, unlisted: false },
];

for (const { address: text, own, untrusted, unlisted } of LED) {
  Deno.test(`where a name may lead when all is allowed: ${text}`, () => {
    const address = parseAddress(text)!;
    assert.equal(mayConnect(address, EVERYWHERE), own);
    assert.equal(mayConnectToUntrusted(address, EVERYWHERE), untrusted);
    assert.equal(mayConnect(address, []), unlisted);
    assert.equal(mayConnectToUntrusted(address, []), unlisted);
  });
}

Deno.test("HttpClient connects an untrusted host name to no link-local address and to no other internal port", async (t) => {
  await using canary = startCanary("127.0.0.2");
  await using server = startHttpServer(() =>
    new Response(null, { status: 302, headers: { location: `http://127.0.0.2:${canary.port}/` } })
  );
  const client = new HttpClient({
    offline: false,
    egressAllow: EVERYWHERE,
    resolve: (host) =>
      Promise.resolve(known([parseAddress(host === "meta.test" ? "169.254.0.1" : "127.0.0.1")!])),
    userAgent: "Winnow/test",
  });
  const untrusted = { ...LIMITS, untrusted: true };
  await t.step("link-local", async () => {
    await assert.rejects(client.get("http://meta.test/", untrusted), refusedFor("address"));
  });
  await t.step("another port", async () => {
    await assert.rejects(client.get(`http://shop.test:${server.port}/`, untrusted), refusedFor("port"));
  });
  assert.equal(server.seen.length, 1);
  assert.equal(canary.connections(), 0);
  await t.step("the operator's own names go there", async () => {
    await client.get(`http://mirror.test:${server.port}/`, { ...LIMITS, timeoutMs: 500 }).catch(() => {});
    assert.equal(canary.connections(), 1);
  });
  await client.close();
});
