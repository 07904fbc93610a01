import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { type Address, parseAddress, parseCidr } from "../../../../src/model/address/address.ts";
import { type Known, known, unknown } from "../../../../src/model/evidence.ts";
import { HttpClient } from "../../../../src/net/http/http_client.ts";
import { Websites } from "../../../../src/net/http/website.ts";
import { startCanary, startHttpServer } from "../../../support/servers/http_server.ts";
import { TEST_CA } from "../../../support/servers/certificates.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const FAILED = unknown("unavailable");
/** Names that lead nowhere; every other is on this machine. */
const NO_ADDRESS: Readonly<Record<string, Known<readonly Address[]>>> = {
  "www-only.test": known([]),
  "nowhere.test": known([]),
  "www.nowhere.test": known([]),
  "half.test": known([]),
  "www.half.test": FAILED,
  "dark.test": FAILED,
  "www.dark.test": FAILED,
  "unclear.test": FAILED,
  "www.unclear.test": known([]),
};

function setUp(secure: number, plain: number, options: { offline?: boolean } = {}) {
  const clock = { now: 1_000_000_000 };
  const http = new HttpClient({
    offline: options.offline ?? false,
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: (host) => {
      if (host in NO_ADDRESS) return Promise.resolve(NO_ADDRESS[host]!);
      return Promise.resolve(known([parseAddress(host === "inward.test" ? "127.0.0.2" : "127.0.0.1")!]));
    },
    userAgent: "Winnow/test",
    ca: [TEST_CA],
  });
  const websites = new Websites({
    http,
    offline: options.offline ?? false,
    now: () => clock.now,
    addresses: (domain) => [`https://${domain}:${secure}/`, `http://${domain}:${plain}/`],
  });
  return { clock, http, websites };
}

function plainly(fact: Known<boolean>): boolean | string {
  return fact.known ? fact.value : fact.why;
}

Deno.test("Websites answers from the cache and checks behind the request", async () => {
  await using server = startHttpServer(() => new Response("x".repeat(100_000), { status: 404 }), {
    tls: true,
  });
  const { clock, websites } = setUp(server.port, 1);
  assert.equal(plainly(websites.present("secure.test")), "pending");
  assert.equal(plainly(await websites.check("secure.test")), true);
  assert.equal(plainly(websites.present("secure.test")), true);
  assert.deepEqual(server.seen, ["/"]);
  clock.now += 7 * DAY;
  assert.equal(plainly(websites.present("secure.test")), "pending");
  await websites.check("secure.test");
  assert.equal(server.seen.length, 2);
});

Deno.test("Websites tries http when https does not answer, and takes 500 for silence", async () => {
  let status = 200;
  await using server = startHttpServer(() => new Response("x", { status }));
  const { clock, websites } = setUp(1, server.port);
  assert.equal(plainly(await websites.check("a.test")), true);
  status = 503;
  assert.equal(plainly(await websites.check("b.test")), false);
  clock.now += DAY;
  const alone = setUp(1, 1);
  assert.equal(plainly(await alone.websites.check("c.test")), "unavailable");
  assert.equal(plainly(alone.websites.present("c.test")), "unavailable");
});

Deno.test("Websites takes silence for an answer only while some site answers", async () => {
  await using server = startHttpServer((request) =>
    new Response("x", { status: request.headers.get("host")?.startsWith("up") ? 200 : 500 })
  );
  const { clock, websites } = setUp(1, server.port);
  assert.equal(plainly(await websites.check("up.test")), true);
  await server[Symbol.asyncDispose]();
  assert.equal(plainly(await websites.check("down.test")), false);
  clock.now += DAY;
  assert.equal(plainly(await websites.check("later.test")), "unavailable");
});

Deno.test("Websites does not reach inward", async () => {
  await using canary = startCanary("127.0.0.2");
  await using server = startHttpServer(() =>
    new Response(null, { status: 301, headers: { location: `http://127.0.0.2:${canary.port}/` } })
  );
  const { websites } = setUp(canary.port, canary.port);
  await websites.check("inward.test");
  const redirected = setUp(1, server.port);
  await redirected.websites.check("shop.test");
  assert.equal(server.seen.length, 1);
  await using same = await startCanary("127.0.0.1");
  await using sideways = startHttpServer(() =>
    new Response(null, { status: 301, headers: { location: `http://127.0.0.1:${same.port}/` } })
  );
  await setUp(1, sideways.port).websites.check("shop.test");
  assert.equal(sideways.seen.length, 1);
  assert.equal(same.connections(), 0, "another port of an address that is allowed");
  assert.equal(canary.connections(), 0);
});

Deno.test("Websites asks nothing offline", async () => {
  await using server = startHttpServer(() => new Response("x"));
  const { websites } = setUp(1, server.port, { offline: true });
  assert.equal(plainly(websites.present("shop.test")), "offline");
  assert.equal(plainly(await websites.check("shop.test")), "unavailable");
  assert.deepEqual(server.seen, []);
});

Deno.test("Websites asks below www when the bare name does not resolve", async (t) => {
  await using server = startHttpServer(() => new Response("x"));
  const rows = [
    { name: "the site is there", domain: "www-only.test", expected: true },
    { name: "neither has an address", domain: "nowhere.test", expected: false },
    { name: "www could not be looked up", domain: "half.test", expected: "unavailable" },
    { name: "the bare name could not be looked up", domain: "unclear.test", expected: "unavailable" },
    { name: "neither could be looked up", domain: "dark.test", expected: "unavailable" },
  ];
  for (const { name, domain, expected } of rows) {
    await t.step(name, async () => {
      assert.equal(plainly(await setUp(1, server.port).websites.check(domain)), expected);
    });
  }
  assert.equal(server.seen.length, 1);
  await t.step("a name that has an address is asked as it is", async () => {
    const { websites } = setUp(1, 1);
    assert.equal(plainly(await websites.check("down.test")), "unavailable");
  });
  await t.step("that there was no address is not kept for long", async () => {
    const { websites, clock } = setUp(1, server.port);
    await websites.check("nowhere.test");
    clock.now += HOUR;
    assert.equal(plainly(websites.present("nowhere.test")), "pending");
    await websites.check("nowhere.test");
  });
});

Deno.test("Websites checks one account's domain while another's are silent", async () => {
  const open = Promise.withResolvers<void>();
  await using server = startHttpServer(async (request) => {
    if (request.headers.get("host")?.startsWith("silent")) await open.promise;
    return new Response("x");
  });
  const { websites } = setUp(1, server.port);
  const flooding = new Budget(60_000, { id: "flooding", madeBy: "signup" });
  for (let index = 0; index < 60; index++) websites.present(`silent${index}.test`, flooding);
  const other = new Budget(60_000, { id: "other", madeBy: "signup" });
  const found = await websites.check("shop.test", other);
  const checked = server.seen.length;
  open.resolve();
  assert.equal(plainly(found), true);
  assert(checked <= 9, `${checked} checks were under way before`);
});

Deno.test("Websites keeps nothing of a check whose account may not ask now", async () => {
  await using server = startHttpServer(() => new Response("x"));
  let busy = true;
  const http = new HttpClient({
    offline: false,
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: () =>
      Promise.resolve(busy ? unknown("timeout", "not asked") : known([parseAddress("127.0.0.1")!])),
    userAgent: "Winnow/test",
  });
  const addresses = (domain: string) => [`http://${domain}:${server.port}/`];
  const websites = new Websites({ http, offline: false, now: () => 0, addresses });
  assert.equal(plainly(await websites.check("shop.test")), "pending");
  busy = false;
  assert.equal(plainly(await websites.check("shop.test")), true);
});
