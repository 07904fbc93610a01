import assert from "node:assert/strict";
import { orNull } from "../../../../../src/model/evidence.ts";
import type { Mailboxes } from "../../../../../src/signals/email/mailbox/mailbox.ts";
import { spellingsOf } from "../../../../../src/signals/email/mailbox/mailbox_spelling.ts";
import { parseEmail } from "../../../../../src/signals/email/parse.ts";
import { withMailboxes } from "../../../../support/fixtures/mailboxes.ts";
import { mailboxes as table } from "../../../../support/servers/smtp_server.ts";

const DAY = 86_400_000;

function kept(mailboxes: Mailboxes, address: string) {
  const spellings = spellingsOf(parseEmail(address));
  return mailboxes.stored({
    spellings,
    identity: address,
    domain: address.slice(address.indexOf("@") + 1),
    mx: [],
    wait: false,
    account: "acc",
  });
}

Deno.test("Mailboxes returns the stored answer without a probe", async () => {
  await withMailboxes(
    { rcpt: table({ "ann@shop.com": "250 Ok" }) },
    async ({ open, ask, server, queue, clock }) => {
      const first = open();
      await ask(first, "ann@shop.com", { wait: true });
      await ask(first, "bob@store.com", { wait: true });
      const connections = server.connections();
      assert.ok(!(kept(first, "bob@store.com") instanceof Promise), "what is in memory is not awaited");
      const restarted = open();
      const stored = await kept(restarted, "bob@store.com");
      assert.deepEqual([stored?.reply, stored && orNull(stored.exists)], ["not_found", false]);
      assert.equal((await kept(restarted, "ann@shop.com"))?.reply, "accepted");
      assert.equal(
        (await kept(restarted, "ann+x@shop.com"))?.reply,
        "accepted",
        "the mailbox behind the tag",
      );
      assert.equal(
        await kept(restarted, "bob+x@store.com"),
        null,
        "the tagged spelling itself was never asked about",
      );
      assert.equal(await kept(restarted, "eve@shop.com"), null);
      assert.deepEqual((await queue.dueGroups(null, 10)).due, [], "nothing was queued");
      assert.equal(server.connections(), connections);
      for (const off of [{ mode: "off" as const }, { offline: true }]) {
        assert.equal(await kept(open(off), "ann@shop.com"), null);
      }
      clock.now += 30 * DAY;
      assert.equal(await kept(open(), "bob@store.com"), null);
    },
  );
});
