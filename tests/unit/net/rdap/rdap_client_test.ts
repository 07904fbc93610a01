import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { parseCidr } from "../../../../src/model/address/address.ts";
import { type Known, unknown } from "../../../../src/model/evidence.ts";
import type { Registration } from "../../../../src/model/outside_facts.ts";
import { HttpClient } from "../../../../src/net/http/http_client.ts";
import { RdapClient } from "../../../../src/net/rdap/rdap_client.ts";
import { startCanary } from "../../../support/servers/http_server.ts";
import {
  rdapDomain,
  rdapJson,
  type RdapTable,
  startRdapServer,
} from "../../../support/servers/rdap_server.ts";

const DAY = 86_400_000;

async function against<T>(
  table: RdapTable,
  use: (rdap: RdapClient, server: { seen: string[]; url: string }, clock: { now: number }) => Promise<T>,
  options: { offline?: boolean; bootstrap?: boolean } = {},
): Promise<T> {
  await using server = startRdapServer(table);
  const clock = { now: Date.UTC(2026, 10, 20) };
  const http = new HttpClient({
    offline: options.offline ?? false,
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: () => Promise.resolve(unknown("unavailable")),
    userAgent: "Winnow/test",
  });
  const rdap = new RdapClient({ http, now: () => clock.now, url: options.bootstrap ? null : server.url });
  try {
    return await use(rdap, server, clock);
  } finally {
    await http.close();
  }
}

function why(fact: Known<Registration>): string {
  return fact.known ? "known" : fact.why;
}

Deno.test("RdapClient asks domain/<name> and reads date and registrar", async () => {
  await against(
    { "shop.example": { createdAt: "2020-05-01T10:00:00Z", registrar: "Registrar Inc." } },
    async (rdap, server) => {
      const fact = await rdap.of("shop.example");
      assert.deepEqual(fact, {
        known: true,
        value: { createdAt: "2020-05-01T10:00:00.000Z", registrar: "Registrar Inc." },
      });
      assert.deepEqual(server.seen, ["/domain/shop.example"]);
    },
  );
});

Deno.test("RdapClient finds the server by the bootstrap, longest zone first", async () => {
  const table = { "a.co.zone": { createdAt: "2020-05-01" }, "b.zone": { createdAt: "2021-05-01" } };
  await against(table, async (rdap, server) => {
    assert.equal(why(await rdap.of("a.co.zone")), "no_data");
    rdap.useBootstrap(`{"services":[[["zone"],["http://127.0.0.1:1/"]],[["co.zone"],["${server.url}"]]]}`);
    assert.equal(why(await rdap.of("a.co.zone")), "known");
    assert.equal(why(await rdap.of("b.zone")), "unavailable");
    rdap.useBootstrap("<html>");
    assert.equal(why(await rdap.of("c.zone")), "no_data");
    assert.deepEqual(server.seen, ["/domain/a.co.zone"]);
  }, { bootstrap: true });
});

Deno.test("RdapClient keeps answers for a week, failures for minutes", async () => {
  let broken = true;
  const table: RdapTable = {
    "shop.example": { createdAt: "2020-05-01" },
    "flap.example": () => broken ? rdapJson({}, 400) : rdapJson(rdapDomain("flap.example", {})),
  };
  await against(table, async (rdap, server, clock) => {
    const count = (name: string) => server.seen.filter((path) => path === `/domain/${name}`).length;
    await Promise.all([rdap.of("shop.example"), rdap.of("shop.example")]);
    await rdap.of("gone.example");
    assert.equal(why(await rdap.of("flap.example")), "unavailable");
    broken = false;
    assert.equal(why(await rdap.of("flap.example")), "unavailable");
    clock.now += 5 * 60_000;
    assert.deepEqual(await rdap.of("flap.example"), {
      known: true,
      value: { createdAt: null, registrar: null },
    });
    assert.equal(why(await rdap.of("gone.example")), "no_data");
    assert.equal(count("gone.example"), 1);
    clock.now += 60 * 60_000;
    await rdap.of("gone.example");
    assert.equal(count("gone.example"), 2);
    clock.now += 7 * DAY - 66 * 60_000;
    await rdap.of("shop.example");
    assert.equal(count("shop.example"), 1);
    clock.now += 60_000;
    await rdap.of("shop.example");
    assert.equal(count("shop.example"), 2);
  });
});

Deno.test("RdapClient pauses a server that answers 429 for as long as it asks", async (t) => {
  const at = Date.UTC(2026, 10, 20);
  const rows: { name: string; header: Record<string, string>; seconds: number }[] = [
    { name: "seconds", header: { "retry-after": "120" }, seconds: 120 },
    { name: "a date", header: { "retry-after": new Date(at + 90_000).toUTCString() }, seconds: 90 },
    { name: "nothing", header: {}, seconds: 60 },
    { name: "nonsense", header: { "retry-after": "soon" }, seconds: 60 },
    { name: "a year", header: { "retry-after": "31536000" }, seconds: 3600 },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      let busy = true;
      const table: RdapTable = {
        "a.example": () =>
          busy ? new Response("slow down", { status: 429, headers: row.header }) : rdapJson({ events: [] }),
        "b.example": { createdAt: "2020-05-01" },
        "c.example": { createdAt: "2020-05-01" },
      };
      await against(table, async (rdap, server, clock) => {
        assert.equal(why(await rdap.of("a.example")), "unavailable");
        busy = false;
        assert.equal(why(await rdap.of("b.example")), "unavailable");
        assert.equal(server.seen.length, 1);
        clock.now += row.seconds * 1_000 - 1;
        assert.equal(why(await rdap.of("c.example")), "unavailable");
        clock.now += 1;
        assert.equal(why(await rdap.of("b.example")), row.seconds > 15 ? "known" : "unavailable");
        assert.equal(server.seen.length, 2);
      });
    });
  }
});

Deno.test("RdapClient ends a pause when a server redirects to a target that is not allowed", async () => {
  let busy = true;
  const table: RdapTable = {
    "a.example": () => new Response("slow down", { status: 429, headers: { "retry-after": "3" } }),
    "b.example": () => busy ? redirect("http://169.254.169.254/latest/") : rdapJson({ events: [] }),
    "c.example": { createdAt: "2020-05-01" },
  };
  await against(table, async (rdap, server, clock) => {
    await rdap.of("a.example");
    clock.now += 3_000;
    assert.equal(why(await rdap.of("b.example")), "unavailable");
    assert.equal(why(await rdap.of("c.example")), "known");
    busy = false;
    assert.equal(why(await rdap.of("b.example")), "unavailable", "kept as a failure");
    assert.deepEqual(server.seen, ["/domain/a.example", "/domain/b.example", "/domain/c.example"]);
    clock.now += 5 * 60_000;
    assert.equal(why(await rdap.of("b.example")), "known");
  });
});

Deno.test("RdapClient: a response that is no answer is unknown", async (t) => {
  await using canary = startCanary("127.0.0.2");
  const rows: { name: string; answer: () => Response; expected?: string }[] = [
    {
      name: "HTML",
      answer: () => new Response("<html>hello</html>", { headers: { "content-type": "text/html" } }),
    },
    { name: "empty", answer: () => new Response("") },
    { name: "cut off", answer: () => new Response('{"events":[{"eventAction":"registr') },
    { name: "null", answer: () => new Response("null") },
    { name: "deeply nested", answer: () => new Response("[".repeat(100_000)) },
    { name: "500", answer: () => rdapJson({ events: [] }, 500) },
    { name: "403", answer: () => rdapJson({ events: [] }, 403) },
    { name: "a body of 50 MB", answer: () => new Response(endless(50_000_000)) },
    { name: "a redirect to a private address", answer: () => redirect(`http://127.0.0.2:${canary.port}/`) },
    { name: "a redirect to the metadata service", answer: () => redirect("http://169.254.169.254/latest/") },
    { name: "a redirect to a file", answer: () => redirect("file:///etc/passwd") },
    {
      name: "a future date",
      answer: () => rdapJson({ events: [{ eventAction: "registration", eventDate: "2031-01-01" }] }),
    },
    { name: "no such name", answer: () => rdapJson({ errorCode: 404 }, 404), expected: "no_data" },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      await against({ "x.example": row.answer }, async (rdap) => {
        assert.equal(why(await rdap.of("x.example")), row.expected ?? "unavailable");
      });
    });
  }
  assert.equal(canary.connections(), 0);
});

Deno.test("RdapClient follows a redirect that stays inside the guard", async () => {
  await using other = startRdapServer({ "shop.example": { createdAt: "2020-05-01" } });
  await against({ "shop.example": () => redirect(`${other.url}/domain/shop.example`) }, async (rdap) => {
    assert.equal(why(await rdap.of("shop.example")), "known");
  });
});

Deno.test("RdapClient stops asking a server that keeps failing", async () => {
  const table = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`n${index}.example`, () => rdapJson({}, 500)]),
  );
  await against(table, async (rdap, server, clock) => {
    for (let index = 0; index < 8; index++) await rdap.of(`n${index}.example`);
    assert.equal(server.seen.length, 5);
    clock.now += 60_000;
    await rdap.of("n8.example");
    await rdap.of("n9.example");
    assert.equal(server.seen.length, 6);
  });
});

Deno.test("RdapClient limits the parallel requests to a server", async () => {
  const open = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const table = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`n${index}.example`, async () => {
      most = Math.max(most, ++running);
      if (running === 4) open.resolve();
      await open.promise;
      running--;
      return rdapJson({ events: [] });
    }]),
  );
  await against(table, async (rdap) => {
    const facts = await Promise.all(Object.keys(table).map((name) => rdap.of(name)));
    assert.deepEqual(new Set(facts.map(why)), new Set(["known"]));
    assert.equal(most, 4);
  });
});

Deno.test("RdapClient asks nothing when it may not or need not", async () => {
  await against({}, async (rdap, server) => {
    for (
      const name of [
        "com",
        "",
        "SHOP.example",
        "a b.example",
        "1.2.3.4",
        "x.example/../../y",
        "-a.example",
        "a..example",
      ]
    ) {
      assert.equal(why(await rdap.of(name)), "not_supported", name);
    }
    assert.deepEqual(server.seen, []);
  });
  await against({ "shop.example": {} }, async (rdap, server) => {
    assert.equal(why(await rdap.of("shop.example")), "offline");
    assert.deepEqual(server.seen, []);
  }, { offline: true });
});

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

function endless(bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(65_536).fill(32));
      left -= 65_536;
    },
  });
}

Deno.test("RdapClient answers one account while another's queries hang or fail", async (t) => {
  const budgetOf = (id: string) => new Budget(Infinity, { id, madeBy: "signup" });
  const names = Array.from({ length: 20 }, (_, index) => `n${index}.example`);
  await t.step("they hang", async () => {
    const open = Promise.withResolvers<void>();
    const hangs = async () => {
      await open.promise;
      return rdapJson({ events: [] });
    };
    const table = { ...Object.fromEntries(names.map((name) => [name, hangs])), "shop.example": {} };
    await against(table, async (rdap) => {
      const flood = names.map((name) => rdap.of(name, budgetOf("flooding")));
      const other = await rdap.of("shop.example", budgetOf("other"));
      open.resolve();
      assert.equal(why(other), "known");
      assert.deepEqual(new Set((await Promise.all(flood)).map(why)), new Set(["known"]));
    });
  });
  await t.step("they fail", async () => {
    const fails = () => rdapJson({}, 500);
    const table = { ...Object.fromEntries(names.map((name) => [name, fails])), "shop.example": {} };
    await against(table, async (rdap, server) => {
      for (const name of names) await rdap.of(name, budgetOf("flooding"));
      assert.equal(server.seen.length, 5, "the account is cut off");
      assert.equal(why(await rdap.of("shop.example", budgetOf("other"))), "known");
    });
  });
  await t.step("one zone behind a server of all domains fails", async () => {
    const fails = () => rdapJson({}, 500);
    const table = { ...Object.fromEntries(names.map((name) => [name, fails])), "shop.test": {} };
    await against(table, async (rdap) => {
      for (const name of names) await rdap.of(name, budgetOf("one"));
      assert.equal(why(await rdap.of("shop.test", budgetOf("one"))), "known");
    });
  });
});
