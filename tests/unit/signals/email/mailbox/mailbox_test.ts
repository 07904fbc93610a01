import assert from "node:assert/strict";
import { parseAddress, parseCidr } from "../../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../../src/model/evidence.ts";
import { SmtpReach } from "../../../../../src/net/smtp/smtp_reach.ts";
import type { MailboxOptions } from "../../../../../src/signals/email/mailbox/mailbox.ts";
import { keysOf, PENDING, VERIFIED, withMailboxes } from "../../../../support/fixtures/mailboxes.ts";
import { mailboxes as table, type SmtpScript, STALL } from "../../../../support/servers/smtp_server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

Deno.test("Mailboxes returns pending first and the answer at the next call", async () => {
  await withMailboxes(
    { rcpt: table({ "ann@shop.test": "250 Ok" }) },
    async ({ open, ask, server, store }) => {
      const mailboxes = open();
      assert.equal(await ask(mailboxes, "ann@shop.test"), PENDING);
      assert.equal(await ask(mailboxes, "ann@shop.test"), PENDING);
      assert.equal(server.connections(), 0);
      const waiting = await keysOf(store);
      assert(!waiting.includes("shop.test") && !waiting.includes("ann"));
      await mailboxes.work();
      assert.equal(await ask(mailboxes, "ann@shop.test"), VERIFIED);
      assert.equal(server.connections(), 1);
      assert(!(await keysOf(store)).includes("sealed"));
      assert.equal(await ask(open(), "ann@shop.test"), VERIFIED);
    },
  );
});

const outcomes: { name: string; reply: string; expected: string; keptHours: number }[] = [
  { name: "verified", reply: "250 Ok", expected: VERIFIED, keptHours: 7 * 24 },
  {
    name: "not found",
    reply: "550 5.1.1 No such user",
    expected: "verified false/false not_found",
    keptHours: 3 * 24,
  },
  {
    name: "disabled",
    reply: "550 5.2.1 Disabled",
    expected: "verified false/null disabled",
    keptHours: 3 * 24,
  },
  { name: "full", reply: "552 5.2.2 Over quota", expected: "verified true/null full", keptHours: 24 },
  { name: "policy", reply: "550 5.7.1 Blocked", expected: "unavailable null/null null", keptHours: 6 },
];

for (const row of outcomes) {
  Deno.test(`Mailboxes stores its answer for its time to live: ${row.name}`, async () => {
    await withMailboxes({ rcpt: table({ "ann@shop.test": row.reply }) }, async ({ open, ask, clock }) => {
      const mailboxes = open();
      assert.equal(await ask(mailboxes, "ann@shop.test", { wait: true }), row.expected);
      clock.now += row.keptHours * HOUR - 1;
      assert.equal(await ask(mailboxes, "ann@shop.test"), row.expected);
      clock.now += 1;
      assert.equal(await ask(mailboxes, "ann@shop.test"), PENDING);
    });
  });
}

Deno.test("Mailboxes probes a catch-all domain once for all its addresses", async () => {
  await withMailboxes({ rcpt: table({ "*": "250 Ok" }) }, async ({ open, ask, server, clock }) => {
    const mailboxes = open();
    assert.equal(await ask(mailboxes, "ann@all.test", { wait: true }), "catch_all null/true accepted");
    assert.equal(await ask(mailboxes, "bob@all.test"), "catch_all null/true accepted");
    assert.equal(await ask(open(), "eve@all.test"), "catch_all null/true accepted");
    assert.equal(server.connections(), 1);
    clock.now += 7 * 24 * HOUR;
    assert.equal(await ask(mailboxes, "bob@all.test"), PENDING);
  });
});

Deno.test("Mailboxes retries a greylisting server after 5, 15 and 60 minutes, then reports it", async () => {
  await withMailboxes(
    { rcpt: table({ "*": "451 4.7.1 Greylisted" }) },
    async ({ open, ask, server, clock }) => {
      const mailboxes = open();
      assert.equal(await ask(mailboxes, "ann@grey.test"), PENDING);
      await mailboxes.work();
      for (const [index, minutes] of [5, 15, 60].entries()) {
        assert.equal(server.connections(), index + 1);
        assert.equal(await ask(mailboxes, "ann@grey.test", { wait: true }), PENDING);
        clock.now += minutes * MINUTE - 1;
        await mailboxes.work();
        assert.equal(server.connections(), index + 1);
        clock.now += 1;
        await mailboxes.work();
      }
      assert.equal(server.connections(), 4);
      assert.equal(await ask(mailboxes, "ann@grey.test"), "unavailable null/null temporary");
    },
  );
});

Deno.test("Mailboxes pauses a busy operator for a quarter of an hour", async () => {
  await withMailboxes(
    { rcpt: table({ "*": "421 4.7.0 Too many" }) },
    async ({ open, ask, server, clock }) => {
      const mailboxes = open();
      assert.equal(
        await ask(mailboxes, "ann@busy.test", { wait: true, exchange: "smtp.google.com" }),
        PENDING,
      );
      assert.equal(await ask(mailboxes, "bob@other.test", { exchange: "aspmx.l.google.com" }), PENDING);
      clock.now += 15 * MINUTE - 1;
      await mailboxes.work();
      assert.equal(server.connections(), 1);
      clock.now += 1;
      await mailboxes.work();
      assert.equal(server.connections(), 2);
    },
  );
});

Deno.test("Mailboxes waits for a probe within the budget, and callers share it", async () => {
  await withMailboxes(
    { rcpt: ({ path }) => path === "slow@shop.test" ? STALL : "550 5.1.1 no" },
    async ({ open, ask, server }) => {
      const mailboxes = open();
      const both = await Promise.all([1, 2].map(() => ask(mailboxes, "ann@shop.test", { wait: true })));
      assert.deepEqual(both, ["verified false/false not_found", "verified false/false not_found"]);
      assert.equal(server.connections(), 1);
      assert.equal(await ask(mailboxes, "slow@shop.test", { wait: 50 }), PENDING);
    },
  );
});

Deno.test("Mailboxes keeps its queue over a restart and drops a job after a day", async () => {
  await withMailboxes(
    { rcpt: table({ "ann@shop.test": "250 Ok" }) },
    async ({ open, ask, server, clock, store }) => {
      assert.equal(await ask(open(), "ann@shop.test"), PENDING);
      const restarted = open();
      await restarted.work();
      assert.equal(await ask(restarted, "ann@shop.test"), VERIFIED);
      await ask(restarted, "old@shop.test");
      clock.now += 24 * HOUR;
      await restarted.work();
      assert.equal(server.connections(), 1);
      assert(!(await keysOf(store)).includes("mailbox_due"));
    },
  );
});

Deno.test("Mailboxes resumes a job whose process was killed, and drops one encrypted with another secret", async () => {
  await withMailboxes(
    { rcpt: table({ "ann@shop.test": "250 Ok" }) },
    async ({ open, ask, queue, server, clock, store }) => {
      const mailboxes = open();
      await ask(mailboxes, "ann@shop.test");
      const { due } = await queue.dueGroups(null, 10);
      assert.equal((await queue.claimDue(due[0]!, 10, MINUTE)).length, 1);
      assert.deepEqual(await queue.claimDue(due[0]!, 10, MINUTE), []);
      await mailboxes.work();
      assert.equal(server.connections(), 0);
      clock.now += MINUTE;
      await mailboxes.work();
      assert.equal(server.connections(), 1);
      await ask(open({ secret: "another secret here" }), "bob@shop.test");
      await mailboxes.work();
      assert.equal(server.connections(), 1);
      assert(!(await keysOf(store)).includes("sealed"));
    },
  );
});

Deno.test("Mailboxes limits one operator's jobs without delaying others", async () => {
  await withMailboxes({ rcpt: table({ "*": "550 5.1.1 no" }) }, async ({ open, ask, server, clock }) => {
    const mailboxes = open();
    for (let index = 0; index < 3; index++) {
      await ask(mailboxes, `u${index}@d${index}.test`, { exchange: "smtp.google.com" });
    }
    await ask(mailboxes, "ann@shop.test");
    await mailboxes.work();
    assert.equal(server.connections(), 2);
    await mailboxes.work();
    assert.equal(server.connections(), 2);
    clock.now += 1_000;
    await mailboxes.work();
    assert.equal(server.connections(), 3);
  });
});

Deno.test("Mailboxes answers synchronously what it never probes", async (t) => {
  await withMailboxes({}, async ({ open, ask, server, store }) => {
    const rows: { name: string; options: Partial<MailboxOptions>; exchange?: string; expected: string }[] = [
      { name: "off", options: { mode: "off" }, expected: "unsupported null/null null" },
      { name: "offline", options: { offline: true }, expected: "unavailable null/null null" },
      {
        name: "an operator that accepts everything",
        options: {},
        exchange: "mta5.am0.yahoodns.net",
        expected: "unsupported null/null null",
      },
    ];
    for (const row of rows) {
      for (const wait of [false, true]) {
        await t.step(`${row.name}${wait ? ", waiting" : ""}`, async () => {
          const mailboxes = open(row.options);
          mailboxes.start();
          const asked = await ask(mailboxes, "ann@shop.test", {
            wait,
            ...(row.exchange === undefined ? {} : { exchange: row.exchange }),
          });
          assert.equal(asked, row.expected);
        });
      }
    }
    assert.equal(server.connections(), 0);
    assert.equal(await keysOf(store), "");
  });
});

Deno.test("Mailboxes in auto mode probes only while mail servers can be reached", async () => {
  await withMailboxes({ banner: "" }, async ({ open, ask, clock, server, store }) => {
    const reachable = (hosts: string[]) =>
      new SmtpReach({
        egressAllow: [parseCidr("127.0.0.1")!],
        resolve: (host) =>
          Promise.resolve(host === "up.test" ? known([parseAddress("127.0.0.1")!]) : unknown("unavailable")),
        port: server.port,
        now: () => clock.now,
        hosts,
        greetingMs: 100,
      });
    const closed = open({ mode: "auto", reach: reachable(["a.unknown.test"]) });
    assert.equal(await ask(closed, "ann@shop.test", { wait: true }), "unavailable null/null null");
    assert.equal(await ask(closed, "ann@shop.test"), "unavailable null/null null");
    assert.equal(server.connections(), 0);
    const silent = open({ mode: "auto", reach: reachable(["up.test"]) });
    assert.equal(await ask(silent, "ann@shop.test", { wait: true }), "unavailable null/null null");
    assert.equal(server.connections(), 1);
    assert.equal(await keysOf(store), "");
  });
  await withMailboxes(
    { rcpt: table({ "ann@shop.test": "250 Ok" }) },
    async ({ open, ask, clock, server }) => {
      const mailboxes = open({ mode: "auto" });
      assert.equal(await ask(mailboxes, "ann@shop.test", { wait: true }), VERIFIED);
      assert.equal(server.connections(), 2);
      await mailboxes.work();
      clock.now += 10 * MINUTE;
      await mailboxes.work();
      assert.equal(server.connections(), 3);
    },
  );
});

Deno.test("Mailboxes processes the queue once started, and returns unfinished jobs to it when it stops", async () => {
  const asked = Promise.withResolvers<void>();
  const script: SmtpScript = { rcpt: () => (asked.resolve(), STALL) };
  await withMailboxes(script, async ({ open, ask, queue }) => {
    const mailboxes = open();
    mailboxes.start();
    assert.equal(await ask(mailboxes, "ann@shop.test"), PENDING);
    await asked.promise;
    await mailboxes.stop();
    assert.equal((await queue.dueGroups(null, 10)).due.length, 1);
  });
});

Deno.test("Mailboxes lets the accounts at one operator take turns", async () => {
  await withMailboxes({ rcpt: table({ "*": "550 5.1.1 no" }) }, async ({ open, ask, server, clock }) => {
    const mailboxes = open();
    const exchange = "smtp.google.com";
    for (let index = 0; index < 20; index++) {
      await ask(mailboxes, `u${index}@d${index}.test`, { exchange, account: "flooding" });
    }
    for (const name of ["ann", "bob"]) {
      await ask(mailboxes, `${name}@shop.test`, { exchange, account: "other" });
    }
    for (let round = 0; round < 4; round++) {
      await mailboxes.work();
      clock.now += 1_000;
    }
    assert.equal(server.connections(), 4);
    for (const name of ["ann", "bob"]) {
      const answer = await ask(mailboxes, `${name}@shop.test`, { exchange, account: "other" });
      assert.equal(answer, "verified false/false not_found");
    }
  });
});
