/** Nothing is lost by a kill, nothing is sent twice by two processes, and what a backup and a forgotten account hold. */
import assert from "node:assert/strict";
import { followChanges, startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand, startServer } from "../../support/process/program.ts";
import { addWebhook, Receiver, SENDING, signUp, verifyBoth } from "../../support/servers/webhook_receiver.ts";
import { backup, dumped, restoreInto } from "../../support/store/backups.ts";

Deno.test("killed between score and delivery: every event is delivered after the restart, with the same id", () =>
  inFolder(async (dataDir) => {
    let hangs = true;
    const silent = Promise.withResolvers<Response>();
    await using receiver = new Receiver(() => hangs ? silent.promise : new Response(null));
    const made = await runCommand(dataDir, ["keys", "create", "--account", "main", "--json"], {});
    const { key } = JSON.parse(made.out) as { key: string };
    const headers = { "x-api-key": key, "content-type": "application/json" };
    let server = await startServer(dataDir, SENDING);
    const post = async (path: string, json: unknown) =>
      await (await fetch(server.origin + path, { method: "POST", headers, body: JSON.stringify(json) }))
        .json();
    const { secret } = await post("/v1/webhooks", { url: receiver.url(), events: ["signup.scored"] });
    const scored: string[] = [];
    for (let index = 0; index < 5; index++) {
      scored.push((await post("/v1/score/user", { ip: `81.2.69.${index + 1}` })).request_id);
    }
    await receiver.take(1);
    await server.kill();
    hangs = false;
    silent.resolve(new Response(null));
    server = await startServer(dataDir, SENDING);
    try {
      const ids = () => receiver.received.slice(1).map(({ event }) => event.data.request_id);
      for (const end = Date.now() + 60_000; ids().length < 5 && Date.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual(ids(), scored, "in their order");
      const [before, again] = receiver.received;
      assert.ok(before!.id === again!.id && before!.raw === again!.raw);
      for (const message of receiver.received) verifyBoth(secret, message);
    } finally {
      await server.kill();
    }
  }));

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
