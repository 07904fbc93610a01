import assert from "node:assert/strict";
import fc from "fast-check";
import { Hono } from "hono";
import { readConfig } from "../../../src/app/settings/config.ts";
import { ClientAddresses, type TrustedProxies } from "../../../src/http/client_address.ts";
import { Load } from "../../../src/http/admission/load.ts";
import type { AppContext, AppEnv, Bindings } from "../../../src/http/context.ts";
import { RequestBodies } from "../../../src/http/admission/request_bodies.ts";
import { contains, parseAddress, parseCidr } from "../../../src/model/address/address.ts";

const trustOf = (text: string): TrustedProxies => readConfig({ WINNOW_TRUST_PROXY: text }).trustProxy;

async function at<T>(
  read: (c: AppContext) => T,
  peer: string | null,
  headers: Readonly<Record<string, string>>,
): Promise<T> {
  const app = new Hono<AppEnv>();
  let result: T | undefined;
  app.get("/", (c) => {
    result = read(c);
    return c.body(null);
  });
  const bodies = new RequestBodies(1000);
  const load = new Load(1).exempt();
  const bindings: Bindings = { started: 0, load, bodies, clientNetwork: () => null, peer };
  await app.request("/", { headers }, bindings);
  bodies.stop();
  return result!;
}

async function client(trusted: TrustedProxies, peer: string | null, forwarded?: string) {
  const clients = new ClientAddresses(trusted, () => {});
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return (await at((c) => clients.of(c), peer, headers))?.text ?? null;
}

const PROXIES = "10.0.0.0/8, 2001:db8:1::/48, 192.0.2.1";
const LONG = 60_000;

const ROWS: readonly {
  name: string;
  trust: string;
  peer: string | null;
  forwarded?: string;
  is: string | null;
}[] = [
  { name: "nobody is trusted", trust: "false", peer: "10.0.0.1", forwarded: "8.8.8.8", is: "10.0.0.1" },
  { name: "no peer, nobody trusted", trust: "false", peer: null, forwarded: "8.8.8.8", is: null },
  {
    name: "true: the last entry",
    trust: "true",
    peer: "8.8.4.4",
    forwarded: "1.1.1.1, 8.8.8.8",
    is: "8.8.8.8",
  },
  { name: "true: no header", trust: "true", peer: "8.8.4.4", is: "8.8.4.4" },
  { name: "true: a Unix socket", trust: "true", peer: null, forwarded: "8.8.8.8", is: "8.8.8.8" },
  { name: "true: not an address", trust: "true", peer: "8.8.4.4", forwarded: "8.8.8.8, unknown", is: null },
  { name: "true: an empty header", trust: "true", peer: "8.8.4.4", forwarded: "", is: null },
  { name: "a listed peer", trust: PROXIES, peer: "10.0.0.1", forwarded: "8.8.8.8", is: "8.8.8.8" },
  { name: "another peer forges", trust: PROXIES, peer: "9.9.9.9", forwarded: "8.8.8.8", is: "9.9.9.9" },
  {
    name: "a single address is listed",
    trust: PROXIES,
    peer: "192.0.2.1",
    forwarded: "8.8.8.8",
    is: "8.8.8.8",
  },
  { name: "its neighbour is not", trust: PROXIES, peer: "192.0.2.2", forwarded: "8.8.8.8", is: "192.0.2.2" },
  { name: "a mapped peer", trust: PROXIES, peer: "::ffff:10.0.0.1", forwarded: "8.8.8.8", is: "8.8.8.8" },
  {
    name: "a mapped peer in hexadecimal",
    trust: PROXIES,
    peer: "::ffff:a00:1",
    forwarded: "8.8.8.8",
    is: "8.8.8.8",
  },
  {
    name: "a mapped network",
    trust: "::ffff:10.0.0.0/104",
    peer: "10.0.0.1",
    forwarded: "8.8.8.8",
    is: "8.8.8.8",
  },
  { name: "a mapped entry", trust: PROXIES, peer: "10.0.0.1", forwarded: "::ffff:8.8.8.8", is: "8.8.8.8" },
  { name: "an IPv6 peer", trust: PROXIES, peer: "2001:db8:1::9", forwarded: "2a00::1", is: "2a00::1" },
  {
    name: "another IPv6 peer",
    trust: PROXIES,
    peer: "2001:db8:2::9",
    forwarded: "8.8.8.8",
    is: "2001:db8:2::9",
  },
  { name: "no header from a proxy", trust: PROXIES, peer: "10.0.0.1", is: "10.0.0.1" },
  {
    name: "a forged beginning",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "1.1.1.1, 8.8.8.8",
    is: "8.8.8.8",
  },
  {
    name: "a chain of proxies",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "1.1.1.1, 8.8.8.8, 192.0.2.1,10.9.9.9",
    is: "8.8.8.8",
  },
  {
    name: "a proxy's address forged before the client's",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "10.0.0.7, 8.8.8.8",
    is: "8.8.8.8",
  },
  { name: "only proxies", trust: PROXIES, peer: "10.0.0.1", forwarded: "10.0.0.3, 10.0.0.2", is: "10.0.0.3" },
  { name: "with a port", trust: PROXIES, peer: "10.0.0.1", forwarded: "8.8.8.8:1234", is: "8.8.8.8" },
  { name: "in brackets", trust: PROXIES, peer: "10.0.0.1", forwarded: "[2a00::1]", is: "2a00::1" },
  {
    name: "in brackets with a port",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "[2a00::1]:443",
    is: "2a00::1",
  },
  { name: "not an address", trust: PROXIES, peer: "10.0.0.1", forwarded: "unknown", is: null },
  {
    name: "not an address, then a proxy",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "8.8.8.8, x, 10.0.0.2",
    is: null,
  },
  {
    name: "a forged beginning that is no address",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: "x, 8.8.8.8",
    is: "8.8.8.8",
  },
  { name: "an empty header", trust: PROXIES, peer: "10.0.0.1", forwarded: "", is: null },
  { name: "a comma at the end", trust: PROXIES, peer: "10.0.0.1", forwarded: "8.8.8.8,", is: null },
  { name: "only commas", trust: PROXIES, peer: "10.0.0.1", forwarded: ",".repeat(LONG), is: null },
  { name: "only colons", trust: PROXIES, peer: "10.0.0.1", forwarded: ":".repeat(LONG), is: null },
  { name: "only brackets", trust: PROXIES, peer: "10.0.0.1", forwarded: "[".repeat(LONG), is: null },
  {
    name: "a long chain of proxies",
    trust: PROXIES,
    peer: "10.0.0.1",
    forwarded: `8.8.8.8${", 10.0.0.2".repeat(7000)}`,
    is: null,
  },
  { name: "leading zeros", trust: PROXIES, peer: "10.0.0.1", forwarded: "08.8.8.8", is: null },
];

for (const { name, trust, peer, forwarded, is } of ROWS) {
  Deno.test(`the client's address: ${name} (${trust})`, async () => {
    assert.equal(await client(trustOf(trust), peer, forwarded), is);
  });
}

Deno.test("the client's address behind listed proxies: what a client puts before its own address changes nothing", async () => {
  const trusted = trustOf(PROXIES);
  const address = fc.oneof(fc.ipV4(), fc.ipV6()).map((text) => parseAddress(text)!);
  const own = address.filter((one) => !PROXIES.split(", ").some((cidr) => contains(parseCidr(cidr)!, one)));
  const forged = fc.array(
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("10.0.0.2", "", "x", "[", "1.2.3.4:5")),
  );
  await fc.assert(fc.asyncProperty(forged, own, async (before, one) => {
    assert.equal(await client(trusted, "10.0.0.1", [...before, one.text].join(", ")), one.text);
  }));
});

const PROTOCOLS: readonly { trust: string; peer: string; is: string | undefined }[] = [
  { trust: "false", peer: "10.0.0.1", is: undefined },
  { trust: "true", peer: "9.9.9.9", is: "https" },
  { trust: PROXIES, peer: "10.0.0.1", is: "https" },
  { trust: PROXIES, peer: "9.9.9.9", is: undefined },
];

for (const { trust, peer, is } of PROTOCOLS) {
  Deno.test(`X-Forwarded-Proto from ${peer} with ${trust}`, async () => {
    const clients = new ClientAddresses(trustOf(trust), () => {});
    assert.equal(await at((c) => clients.scheme(c), peer, { "x-forwarded-proto": "https" }), is);
  });
}

const NOTES: readonly { name: string; trust: string; peer: string | null; says: RegExp | null }[] = [
  {
    name: "nobody is trusted",
    trust: "false",
    peer: "10.0.0.1",
    says: /is false \(10\.0\.0\.1\): .*WINNOW_TRUST_PROXY/,
  },
  {
    name: "a public peer is not named",
    trust: "false",
    peer: "8.8.8.8",
    says: /^(?!.*8\.8\.8\.8).*is false: /,
  },
  { name: "no peer", trust: "false", peer: null, says: /is false: / },
  {
    name: "a peer that is not listed",
    trust: PROXIES,
    peer: "172.16.0.1",
    says: /does not list its sender \(172\.16\.0\.1\)/,
  },
  { name: "a listed peer", trust: PROXIES, peer: "10.0.0.1", says: null },
  { name: "everybody is trusted", trust: "true", peer: "10.0.0.1", says: null },
];

for (const { name, trust, peer, says } of NOTES) {
  Deno.test(`an undeclared proxy is logged once: ${name}`, async () => {
    const log: string[] = [];
    const clients = new ClientAddresses(trustOf(trust), (line) => log.push(line));
    const note = (headers: Record<string, string>) =>
      at((c) => clients.noteUndeclaredProxy(c), peer, headers);
    await note({});
    assert.deepEqual(log, [], "a request without the header says nothing");
    for (let count = 0; count < 3; count++) await note({ "x-forwarded-for": "203.0.113.9" });
    assert.equal(log.length, says === null ? 0 : 1);
    if (says !== null) assert.match(log[0]!, says);
    assert.doesNotMatch(log.join(), /203\.0\.113\.9/);
  });
}

Deno.test("WINNOW_TRUST_PROXY takes true, false or networks", () => {
  assert.deepEqual(["", "true", "1", "false", "0"].map(trustOf), [false, true, true, false, false]);
  assert.deepEqual(trustOf("10.1.2.3/8,::1"), [parseCidr("10.0.0.0/8"), parseCidr("::1")]);
  for (
    const wrong of ["yes", "10.0.0.0/33", "10.0.0.1,", "true,10.0.0.1", "proxy.local", "0.0.0.0/0", "::/0"]
  ) {
    assert.throws(
      () => trustOf(wrong),
      /WINNOW_TRUST_PROXY must be true, false, or addresses or CIDRs/,
      wrong,
    );
  }
});
