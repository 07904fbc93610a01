/** The page of messages: what is refused is shown and lifted, limits are set, and a viewer changes nothing. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { personSession } from "../../support/app/person.ts";
import { Visitor } from "../../support/app/visitor.ts";

Deno.test("a block is shown, lifted, and what was before counts no more", async () => {
  let now = Date.UTC(2026, 10, 24, 9, 30);
  await using app = await startApp({ now: () => now });
  const send = async (to: string) =>
    (await app.ask("/v1/guard/send", { json: { channel: "sms", to, cost: 0.08 } })).body;
  for (let index = 0; index < 3; index++) {
    const { send_id } = await send(`+49151${70 + index}555123`);
    await app.ask("/v1/guard/outcome", { json: { send_id, status: "verified" } });
  }
  for (let index = 0; index < 10; index++) await send(`+491511234${1000 + index * 700}`);
  now += 15 * 60_000;
  assert.equal((await send("+4915112340010")).decision, "deny");
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const { text } = await visitor.get("/console/guard");
  assert.match(text, /Block \+49 1511 234/);
  assert.match(text, /1\.04/, "what was spent: 13 sends at 0.08");
  assert.doesNotMatch(text, /12340010|15112341000/, "no number");
  const name = /name="name" value="([^"]+)"/.exec(text)?.[1] ?? "";
  await visitor.submit("/console/guard", { kind: "block", name }, "/console/guard/lift");
  assert.equal((await send("+4915112340010")).decision, "allow");
  assert.doesNotMatch((await visitor.get("/console/guard")).text, /Block \+49/);
});

Deno.test("limits are set, emptied and refused in the form", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  await visitor.submit("/console/guard", { permitted_countries: "de, fr", budgets: "DE=20", user_day: "9" });
  const { body } = await app.ask("/v1/guard/settings");
  assert.deepEqual([body.permitted_countries, body.budgets, body.limits.user_day], [
    ["DE", "FR"],
    { DE: 20 },
    9,
  ]);
  await visitor.submit("/console/guard", { budgets: "FR=1.5" });
  const { body: after } = await app.ask("/v1/guard/settings");
  assert.deepEqual([after.permitted_countries, after.budgets, after.limits.user_day], [null, { FR: 1.5 }, 5]);
  await visitor.submit("/console/guard", { user_day: "many" });
  assert.equal((await app.ask("/v1/guard/settings")).body.limits.user_day, 5);
});

Deno.test("a viewer reads the page and has no form", async () => {
  await using app = await startApp();
  const { visitor } = await personSession(app, "viewer", { name: "Vera", email: "vera@team.example" });
  const { text } = await visitor.get("/console/guard");
  assert.match(text, /Messages/);
  assert.doesNotMatch(text, /action="\/console\/guard/);
});
