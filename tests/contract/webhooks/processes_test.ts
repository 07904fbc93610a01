/** Nothing is sent twice by two processes, and what a backup and a forgotten account hold. */
import assert from "node:assert/strict";
import { followChanges, startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { addWebhook, Receiver, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";
import { backup, dumped, restoreInto } from "../../support/store/backups.ts";

Deno.test("two processes send each event once; each knows the other's webhooks", () =>
  inFolder(async (dataDir) => {
    await using one = await startApp({ dataDir, env: SENDING });
    await using two = await startApp({ dataDir, env: SENDING });
    await using receiver = new Receiver();
    const { id } = await addWebhook(one, receiver.url());
    await followChanges(two);
    const scored: string[] = [];
    for (let index = 0; index < 30; index++) {
      scored.push((await signUp(index % 2 === 0 ? one : two, {}, one.live)).request_id);
    }
    await receiver.take(30);
    await eventually(async () => (await one.ask("/v1/webhooks")).body.webhooks[0].pending === 0, "all sent");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const got = receiver.received.map(({ event }) => event.data.request_id);
    assert.deepEqual(got.toSorted(), scored.toSorted());
    await two.ask(`/v1/webhooks/${id}`, { method: "PATCH", json: { enabled: false }, key: one.live });
    await followChanges(one);
    await signUp(one);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(receiver.received.length, 30);
  }));

Deno.test("a backup holds webhooks without their secrets in clear, and an account that is forgotten leaves nothing", () =>
  inFolder(async (folder) => {
    await using receiver = new Receiver(() => new Response(null, { status: 500 }));
    const dataDir = `${folder}/data`;
    await Deno.mkdir(dataDir);
    const prefixes = [
      "webhooks",
      "webhook-delivery",
      "webhook-notice",
      "queue-job",
      "queue-ready",
      "queue-count",
    ];
    const ofWebhooks = async (location: string) =>
      (await dumped(location)).filter(({ key }) => prefixes.includes(key[0]!));
    let secret = "";
    {
      await using app = await startApp({ dataDir, env: SENDING });
      ({ secret } = await addWebhook(app, receiver.url()));
      await signUp(app, { user_id: "user-42" });
      await receiver.take(1);
    }
    const [location, file, copy] = [`${dataDir}/winnow.kv`, `${folder}/backup`, `${folder}/copy.kv`];
    const before = await ofWebhooks(location);
    const text = JSON.stringify(before);
    assert.ok(before.length >= 4 && !text.includes(secret.slice(6)) && !text.includes("user-42"));
    await backup(location, file);
    await restoreInto(copy, file);
    const { length } = await ofWebhooks(copy);
    assert.equal(length, before.length);
    const forgotten = await runCommand(dataDir, ["accounts", "forget", "main", "--yes"], {});
    assert.equal(forgotten.code, 0, forgotten.err);
    assert.deepEqual(await ofWebhooks(location), []);
  }));
