import assert from "node:assert/strict";
import type { MailboxQueue } from "../../../../../src/records/mailboxes.ts";
import { eventually } from "../../../../support/eventually.ts";
import {
  keysOf,
  type MailboxSetup,
  PENDING,
  VERIFIED,
  withMailboxes,
} from "../../../../support/fixtures/mailboxes.ts";
import { mailboxes as table, type SmtpScript, STALL } from "../../../../support/servers/smtp_server.ts";

const MINUTE = 60_000;
const ANN = "ann@shop.test";
const FOUND: SmtpScript = { rcpt: table({ [ANN]: "250 Ok" }) };

/** How often the queue was read. */
function looksAt(queue: MailboxQueue): () => number {
  const look = queue.find.bind(queue);
  let looks = 0;
  queue.find = (ids) => (looks++, look(ids));
  return () => looks;
}

/** Ann's job claimed by another process, and a caller here that waits for it. */
async function heldElsewhere({ open, ask, queue }: MailboxSetup) {
  const mailboxes = open();
  await ask(mailboxes, ANN);
  const [group] = (await queue.dueGroups(null, 10)).due;
  const [held] = await queue.claimDue(group!, 1, MINUTE);
  const looks = looksAt(queue);
  const asked = ask(mailboxes, ANN, { wait: true });
  await eventually(() => looks() >= 3, "a third check for the answer of the other process");
  return { mailboxes, held: held!, asked };
}

Deno.test("Mailboxes answers a caller that waits right after the job was queued, repeatedly", async () => {
  await withMailboxes({ rcpt: () => "550 5.1.1 no" }, async ({ open, ask, server }) => {
    const mailboxes = open();
    mailboxes.start();
    for (let index = 0; index < 20; index++) {
      const address = `ann@d${index}.test`;
      assert.equal(await ask(mailboxes, address), PENDING);
      // The worker has got a little further each time.
      for (let turns = 0; turns < index; turns++) await new Promise((next) => setImmediate(next));
      assert.equal(await ask(mailboxes, address, { wait: true }), "verified false/false not_found");
    }
    assert.equal(server.connections(), 20);
  });
});

Deno.test("Mailboxes waits for the answer of another process", async () => {
  await withMailboxes(FOUND, async (setup) => {
    const { held, asked } = await heldElsewhere(setup);
    const value = { status: "verified", reply: "disabled", exists: false, catch_all: null };
    await setup.queue.finish(held, [{ id: held.id, value, expiresAt: held.expiresAt }]);
    assert.equal(await asked, "verified false/null disabled");
    assert.equal(setup.server.connections(), 0);
  });
});

const endings: readonly {
  name: string;
  end: (setup: MailboxSetup, held: Parameters<MailboxQueue["postpone"]>[0]) => unknown;
}[] = [
  { name: "its lease ends", end: ({ clock }) => clock.now += MINUTE },
  { name: "it gives the job back", end: ({ queue, clock }, held) => queue.postpone(held, clock.now) },
  { name: "it drops the job", end: ({ queue }, held) => queue.finish(held, []) },
];

for (const { name, end } of endings) {
  Deno.test(`Mailboxes probes itself when another process has no answer and ${name}`, async () => {
    await withMailboxes(FOUND, async (setup) => {
      const { held, asked } = await heldElsewhere(setup);
      await end(setup, held);
      assert.equal(await asked, VERIFIED);
      assert.equal(setup.server.connections(), 1);
    });
  });
}

Deno.test("Mailboxes of two processes that wait for one address make one probe", async () => {
  await withMailboxes(FOUND, async ({ open, ask, server }) => {
    const asked = [open(), open(), open()].map((each) => ask(each, ANN, { wait: true }));
    assert.deepEqual(await Promise.all(asked), [VERIFIED, VERIFIED, VERIFIED]);
    assert.equal(server.connections(), 1);
  });
});

Deno.test("Mailboxes stops waiting for another process once the job is deferred for minutes", async () => {
  await withMailboxes(FOUND, async (setup) => {
    const { held, asked } = await heldElsewhere(setup);
    await setup.queue.postpone(held, setup.clock.now + 5 * MINUTE, 1);
    assert.equal(await asked, PENDING);
    assert.equal(setup.server.connections(), 0);
  });
});

Deno.test("Mailboxes waits within the budget of the caller, and the job stays", async () => {
  await withMailboxes({ rcpt: () => STALL }, async ({ open, ask, queue, server }) => {
    const mailboxes = open();
    assert.equal(await ask(mailboxes, ANN, { wait: 30 }), PENDING);
    assert.equal(await ask(open(), ANN, { wait: 30 }), PENDING);
    await eventually(() => server.connections() === 1, "the probe that goes on");
    const late = open();
    assert.equal(await ask(late, "eve@late.test", { wait: 0 }), PENDING);
    await eventually(async () => (await queue.dueGroups(null, 10)).due.length === 1, "the question of eve");
  });
});

Deno.test("Mailboxes ends all waiting when it stops", async () => {
  await withMailboxes(FOUND, async (setup) => {
    const { mailboxes, asked } = await heldElsewhere(setup);
    await mailboxes.stop();
    assert.equal(await asked, PENDING);
    assert.equal(setup.server.connections(), 0);
  });
});

Deno.test("Mailboxes without background work queues nothing and never returns pending", async () => {
  await withMailboxes(FOUND, async ({ open, ask, server, store }) => {
    const once = open({ background: false });
    assert.equal(await ask(once, ANN), "unavailable null/null null");
    assert.equal(await ask(once, "bob+x@shop.test"), "unavailable null/null null");
    assert.equal(await keysOf(store), "");
    assert.equal(server.connections(), 0);
    assert.equal(await ask(open(), ANN, { wait: true }), VERIFIED);
    assert.equal(await ask(open({ background: false }), ANN), VERIFIED);
  });
});
