/** Concurrent sign-ups for an account in two processes on one store. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("sign-ups with one e-mail address make separate accounts, over all processes", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const visitors = await Promise.all(
    [one, two, one, two].map(async (app) => {
      const visitor = new Visitor(app);
      const { text } = await visitor.get("/signup");
      return { visitor, csrf: /name="csrf" value="([^"]+)"/.exec(text)![1]! };
    }),
  );
  const emails = ["ada@gmail.com", "a.d.a@gmail.com", "ada+shop@gmail.com", "ADA@googlemail.com"];
  const pages = await Promise.all(
    visitors.map(({ visitor, csrf }, index) =>
      visitor.post("/signup", { csrf, name: `Shop ${index}`, email: emails[index]! })
    ),
  );
  assert.deepEqual(pages.map(({ status }) => status), [201, 201, 201, 201]);
  for (const { app } of [one, two]) {
    await app.services.store.changes.refresh();
    const made = app.services.store.accounts.all().filter(({ madeBy }) => madeBy === "signup");
    assert.deepEqual(made.map(({ name }) => name).sort(), ["Shop 0", "Shop 1", "Shop 2", "Shop 3"]);
    for (const { id } of made) assert.equal(app.services.store.accounts.keysOf(id).length, 2);
  }
});

Deno.test("a name is unique over all processes; concurrent sign-ups with one name create one account", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const pages = await Promise.all(
    [one, two].map((app, index) =>
      new Visitor(app).submit("/signup", { name: "The shop", email: `owner${index}@gmail.com` })
    ),
  );
  assert.deepEqual(pages.map(({ status }) => status).sort(), [201, 400]);
  assert.match(pages.find(({ status }) => status === 400)!.text, /is taken by another account/);
  const refused = pages.findIndex(({ status }) => status === 400);
  const again = await new Visitor([one, two][refused]!).submit("/signup", {
    name: "Another shop",
    email: `owner${refused}@gmail.com`,
  });
  assert.equal(again.status, 201, "the address of the one who was refused is still free");
});

Deno.test("the limit of sign-ups from a network holds over all processes, which exchange it without the address", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const form = { name: "The shop", email: "ada@gmail.com" };
  await eventually(
    () => !one.app.services.store.peers.isSoleProcess,
    "the first process knows of the second",
  );
  for (let count = 0; count < 10; count++) {
    assert.equal((await new Visitor(one).submit("/signup", form)).status, count === 0 ? 201 : 400);
  }
  assert.equal((await new Visitor(two).submit("/signup", form)).status, 429);
  const { engine } = one.app.services.store;
  const limits = (await Array.fromAsync(engine.scan(["slice", "page"]))).map(({ key }) => key[2]!);
  assert.equal(limits.length, 1);
  assert.match(limits[0]!, /^create account [A-Za-z0-9_-]{22}$/);
});
