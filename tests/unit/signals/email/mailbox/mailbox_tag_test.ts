import assert from "node:assert/strict";
import { PENDING, VERIFIED, withMailboxes } from "../../../../support/fixtures/mailboxes.ts";
import { mailboxes as table, type SmtpServer } from "../../../../support/servers/smtp_server.ts";

const NOT_FOUND = "verified false/false not_found";
const TAGGED = "bob+x@shop.test";
const BASE = "bob@shop.test";

/** The addresses that were probed, without the random ones that detect a catch-all. */
function askedAbout(server: SmtpServer): string[] {
  const paths = server.lines.map((line) => /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? "");
  return paths.filter((path) => /^(bob|eve)\b/i.test(path));
}

const rows: readonly {
  name: string;
  replies: Readonly<Record<string, string>>;
  tagged: string;
  base: string;
  asked: readonly string[];
}[] = [
  {
    name: "the tag is refused, the base accepted",
    replies: { [BASE]: "250 Ok" },
    tagged: VERIFIED,
    base: VERIFIED,
    asked: [BASE],
  },
  {
    name: "the tag is accepted, the base refused",
    replies: { [TAGGED]: "250 Ok" },
    tagged: VERIFIED,
    base: NOT_FOUND,
    asked: [BASE, TAGGED],
  },
  { name: "both are refused", replies: {}, tagged: NOT_FOUND, base: NOT_FOUND, asked: [BASE, TAGGED] },
  {
    name: "the base is disabled, the tag accepted",
    replies: { [BASE]: "550 5.2.1 Disabled", [TAGGED]: "250 Ok" },
    tagged: VERIFIED,
    base: "verified false/null disabled",
    asked: [BASE, TAGGED],
  },
  {
    name: "the base is refused, the tag has no answer",
    replies: { [TAGGED]: "550 5.7.1 Blocked" },
    tagged: "unavailable null/null null",
    base: NOT_FOUND,
    asked: [BASE, TAGGED],
  },
  {
    name: "the base has no answer",
    replies: { [BASE]: "550 5.7.1 Blocked" },
    tagged: "unavailable null/null null",
    base: "unavailable null/null null",
    asked: [BASE],
  },
  {
    name: "the base is full",
    replies: { [BASE]: "552 5.2.2 Over quota" },
    tagged: "verified true/null full",
    base: "verified true/null full",
    asked: [BASE],
  },
  {
    name: "the domain accepts everything",
    replies: { "*": "250 Ok" },
    tagged: "catch_all null/true accepted",
    base: "catch_all null/true accepted",
    asked: [BASE],
  },
];

for (const { name, replies, tagged, base, asked } of rows) {
  Deno.test(`Mailboxes decides a tagged address and its base each by its own answer: ${name}`, async () => {
    await withMailboxes({ rcpt: table(replies) }, async ({ open, ask, server, clock }) => {
      const mailboxes = open();
      assert.equal(await ask(mailboxes, TAGGED), PENDING);
      await mailboxes.work();
      clock.now += 1_000;
      await mailboxes.work();
      assert.equal(await ask(mailboxes, TAGGED), tagged);
      assert.equal(await ask(mailboxes, BASE), base);
      assert.equal(await ask(open(), TAGGED.toUpperCase().replace("SHOP.TEST", "shop.test")), tagged);
      assert.equal(await ask(open(), BASE), base);
      assert.deepEqual(askedAbout(server), asked);
    });
  });

  Deno.test(`Mailboxes returns the same to a waiting caller: ${name}`, async () => {
    await withMailboxes({ rcpt: table(replies) }, async ({ open, ask, server, clock }) => {
      const mailboxes = open();
      assert.equal(await ask(mailboxes, BASE, { wait: true }), base);
      clock.now += 1_000;
      assert.equal(await ask(mailboxes, TAGGED, { wait: true }), tagged);
      assert.deepEqual(askedAbout(server), asked);
    });
  });
}

Deno.test("Mailboxes probes an existing base once for all its tags", async () => {
  await withMailboxes({ rcpt: table({ [BASE]: "250 Ok" }) }, async ({ open, ask, server }) => {
    const mailboxes = open();
    assert.equal(await ask(mailboxes, BASE, { wait: true }), VERIFIED);
    for (const tag of ["x", "y", "y.z"]) assert.equal(await ask(mailboxes, `bob+${tag}@shop.test`), VERIFIED);
    assert.deepEqual(askedAbout(server), [BASE]);
    assert.equal(server.connections(), 1);
  });
});

Deno.test("Mailboxes queues one job for all tags of an address", async () => {
  await withMailboxes({ rcpt: table({ [BASE]: "250 Ok" }) }, async ({ open, ask, server, clock }) => {
    const mailboxes = open();
    for (const tag of ["x", "y", "z"]) assert.equal(await ask(mailboxes, `bob+${tag}@shop.test`), PENDING);
    for (let round = 0; round < 3; round++) {
      await mailboxes.work();
      clock.now += 1_000;
    }
    assert.deepEqual(askedAbout(server), [BASE]);
  });
});

Deno.test("Mailboxes does not use the answer of one tag for another", async () => {
  await withMailboxes({ rcpt: table({ [TAGGED]: "250 Ok" }) }, async ({ open, ask, clock }) => {
    const mailboxes = open();
    await ask(mailboxes, TAGGED);
    for (let round = 0; round < 2; round++) {
      await mailboxes.work();
      clock.now += 1_000;
    }
    assert.equal(await ask(mailboxes, TAGGED), VERIFIED);
    assert.equal(await ask(mailboxes, "bob+y@shop.test", { wait: true }), NOT_FOUND);
  });
});
