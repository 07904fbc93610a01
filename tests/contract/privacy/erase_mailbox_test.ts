/** What a mail server said of an address goes with the person, also from memory; others' addresses stay. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { withMailServer } from "../../support/app/online.ts";
import { zone } from "../../support/servers/dns_server.ts";
import { mailboxes } from "../../support/servers/smtp_server.ts";

const ROWS = {
  "shop.com": { A: ["127.0.0.1"], MX: [{ preference: 10, exchange: "mx.shop.com" }] },
  "mx.shop.com": { A: ["127.0.0.1"] },
};
const ANNA = "ann.smith@shop.com";
const BRUNO = "bruno.meyer@shop.com";
const SCRIPT = { rcpt: mailboxes({ [ANNA]: "250 Ok", [BRUNO]: "250 Ok" }) };

async function rowsOf(app: TestApp, prefix: string): Promise<number> {
  return (await Array.fromAsync(app.app.services.store.engine.scan([prefix]))).length;
}

Deno.test("a mail server's answer about an erased person is not kept, and is asked for again", async () => {
  await withMailServer(zone(ROWS), SCRIPT, async (app, server) => {
    const verify = async (email: string) => {
      const { body } = await app.ask(`/v1/verify/email?email=${email}&wait_for_mailbox=true`);
      return body.signals.mailbox_status;
    };
    assert.deepEqual(
      [await verify(ANNA), await verify(BRUNO), await verify(ANNA)],
      Array(3).fill("verified"),
    );
    assert.deepEqual([server.connections(), await rowsOf(app, "mailbox_answer")], [2, 2]);
    const { body } = await app.ask("/v1/privacy/erase", { json: { email: ANNA } });
    assert.deepEqual([body.state, body.erased.scores], ["done", 2], JSON.stringify(body));
    assert.equal(await rowsOf(app, "mailbox_answer"), 1);
    assert.equal(await verify(BRUNO), "verified");
    assert.equal(server.connections(), 2, "his answer is kept");
    assert.equal(await verify(ANNA), "verified");
    assert.equal(server.connections(), 3);
  });
});

Deno.test("an address that waits to be asked about is not asked about any more", async () => {
  const script = { rcpt: mailboxes({ "*": "451 4.7.1 Greylisted" }) };
  await withMailServer(zone(ROWS), script, async (app) => {
    const other = await app.account("other");
    const path = `/v1/verify/email?wait_for_mailbox=true&email=`;
    await app.ask(path + ANNA);
    await app.ask(path + BRUNO, { key: other.key });
    assert.equal(await rowsOf(app, "mailbox_job"), 2);
    for (const email of [ANNA, BRUNO]) {
      assert.equal((await app.ask("/v1/privacy/erase", { json: { email } })).body.state, "done");
    }
    assert.equal(await rowsOf(app, "mailbox_job"), 1, "what another account asked stays");
  });
});
