/** What hooks leave in the store: encrypted, in backups, through rotations of the service's secret, and gone with the account. */
import assert from "node:assert/strict";
import { forgetAccount } from "../../../src/service/access/standing.ts";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { clerk, hookScores, makeHook, send, supabase, useOf } from "../../support/app/hooks.ts";
import { startInYear } from "../../support/app/secrets.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const EMAIL = "jane.doe@gmail.com";

async function texts(app: TestApp): Promise<string> {
  return (await storeTexts(app.app.services.store.engine)).join("\n");
}

Deno.test("secrets and queued events are in the store only encrypted", async () => {
  await using app = await startApp();
  const { accounts } = app.app.services.store;
  const hook = await makeHook(app, { kind: "svix", types: [] });
  const { body } = await app.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: { rotate: true } });
  // One lookup is left and the event needs two: it waits.
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 1 });
  assert.equal((await send(app, hook, clerk(EMAIL), { as: "svix" })).body.result, "queued");
  const before = await texts(app);
  assert.match(before, /^queue-job /m);
  for (const secret of [hook.secret, body.secret]) {
    assert.ok(!before.includes(secret.slice("whsec_".length)), "a secret in clear");
  }
  for (const value of [EMAIL, "73.15.20.1", "user_29w83sxmDNGwOuEthce5gg56FcC"]) {
    assert.ok(!before.includes(value), value);
  }
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 10 });
  await eventually(async () => (await hookScores(app)).length === 1, "scored");
  await eventually(async () => !/^queue-job /m.test(await texts(app)), "the job is gone");
});

Deno.test("a restored backup has the hooks, their secrets, their counts and the events that wait", async () => {
  await using app = await startApp();
  const { accounts } = app.app.services.store;
  const supabaseHook = await makeHook(app);
  const hook = await makeHook(app, { kind: "svix" });
  const { body } = await app.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: { rotate: true } });
  const message = supabase({ email: "nobody@example.org" });
  const refused = (await send(app, supabaseHook, message)).text;
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 3 });
  await send(app, hook, clerk(EMAIL), { as: "svix", id: "msg_1" });
  await inFolder(async (folder) => {
    const made = await runCommand(app.dataDir, ["backup", `${folder}/all`]);
    assert.equal(made.code, 0, made.err);
    const file = new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/all`));
    for (const text of [hook.secret.slice(6), body.secret.slice(6), EMAIL]) assert.ok(!file.includes(text));
    const restored = await runCommand(`${folder}/data`, ["restore", `${folder}/all`]);
    assert.equal(restored.code, 0, restored.err);
    await using again = await startApp({ dataDir: `${folder}/data` });
    const store = again.app.services.store;
    await store.accounts.putAccount({ ...store.accounts.accountNamed("main")!, monthlyQuota: 100 });
    const { live } = app;
    assert.equal((await useOf(again, supabaseHook, live)).block, 1);
    assert.equal((await send(again, supabaseHook, message)).text, refused, "the verdict that was given");
    await eventually(
      async () => (await hookScores(again, live)).length === 2,
      "the event that waited is scored",
    );
    for (const secret of [hook.secret, body.secret]) {
      const repeated = await send(again, { ...hook, secret }, clerk(EMAIL), { as: "svix", id: "msg_1" });
      assert.deepEqual([repeated.status, repeated.body.result], [202, "repeated"]);
    }
  });
});

Deno.test("hooks outlive the secrets of the service that they were made under", async () => {
  await inFolder(async (dataDir) => {
    const one = await startInYear(0, { dataDir });
    const hook = await makeHook(one);
    const { body } = await one.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: { rotate: true } });
    const { live } = one;
    const message = supabase({ email: "nobody@example.org" });
    const refused = (await send(one, hook, message)).text;
    const sealed = () => one.app.services.store.hooks.find(hook.id)!.secret;
    const before = sealed();
    await one.close();
    const two = await startInYear(1, { dataDir });
    const renewed = () => two.app.services.store.hooks.find(hook.id)!;
    await eventually(() => renewed().secret !== before, "encrypted under the new secret");
    for (const secret of [hook.secret, body.secret]) {
      assert.equal((await send(two, { ...hook, secret }, message)).text, refused);
    }
    await two.close();
    // The first secret is given up.
    const dropped = await runCommand(dataDir, ["secret", "drop", "--force"], {
      WINNOW_SECRET: "the secret of the second year",
      WINNOW_SECRET_PREVIOUS: "the secret of the first year",
    });
    assert.equal(dropped.code, 0, dropped.err);
    await using three = await startApp({ dataDir, env: { WINNOW_SECRET: "the secret of the second year" } });
    assert.equal((await send(three, hook, message)).text, refused);
    assert.equal((await three.ask("/v1/hooks", { key: live })).body.hooks.length, 1);
  });
});

Deno.test("a forgotten account leaves no hook, no use, no event and nothing in the queue", async () => {
  await using app = await startApp();
  const { account, key } = await app.account("other", { monthly: 1 });
  const kept = await makeHook(app, { mode: "observe" });
  const hook = await makeHook(app, { kind: "svix" }, key);
  assert.equal((await send(app, hook, clerk(EMAIL), { as: "svix" })).body.result, "queued");
  const asked = await makeHook(app, {}, key);
  await send(app, asked, supabase({ email: "nobody@example.org" }));
  assert.ok((await texts(app)).includes(hook.id));
  const { store, now, randomBytes } = app.app.services;
  await forgetAccount({ store, now, randomBytes }, account, async () => {
    await followChanges(app);
    await store.compactSightings();
  });
  const left = (await texts(app)).split("\n").filter((line) =>
    /hook|queue/.test(line) && !line.includes(kept.id)
  );
  assert.deepEqual(left.filter((line) => line.includes(account.id) || line.includes(hook.id)), []);
  for (const gone of [hook, asked]) {
    assert.equal((await send(app, gone, supabase({ email: EMAIL }))).status, 401);
  }
  assert.equal((await send(app, kept, supabase({ email: EMAIL }))).text, "{}", "others keep theirs");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.ok(!(await texts(app)).includes(hook.id), "and nothing comes back");
});

Deno.test("a deleted hook leaves no counts; what was acknowledged is scored", async () => {
  await using app = await startApp();
  const { accounts } = app.app.services.store;
  const hook = await makeHook(app, { kind: "svix" });
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 1 });
  await send(app, hook, clerk(EMAIL), { as: "svix" });
  assert.equal((await app.ask(`/v1/hooks/${hook.id}`, { method: "DELETE" })).status, 200);
  assert.equal((await send(app, hook, clerk(EMAIL), { as: "svix" })).status, 401);
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 10 });
  await eventually(async () => (await hookScores(app)).length === 1, "scored");
  assert.ok(!/^hook-use /m.test(await texts(app)));
});
