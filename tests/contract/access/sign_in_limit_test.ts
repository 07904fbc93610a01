/** Only failed sign-ins count against a network. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { type Page, tokenOf, Visitor } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;
const LIMIT = 120;
const WRONG = `wk_live_${"0".repeat(43)}`;

async function signIn(app: TestApp, key: string, from: string): Promise<Page> {
  const visitor = new Visitor(app);
  const csrf = tokenOf((await visitor.get("/console/sign-in")).text);
  return await visitor.post("/console/sign-in", { csrf, key, next: "" }, { "x-forwarded-for": from });
}

Deno.test("any number of people sign in from one network", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  for (let count = 0; count <= LIMIT; count++) {
    const page = await signIn(app, app.live, "203.0.113.9");
    assert.equal(page.path, "/console", `sign-in ${count} ${page.status} ${page.text.slice(-3000)}`);
  }
});

const FAILURES: readonly { name: string; key: (app: TestApp) => string; status: number }[] = [
  { name: "a wrong key", key: () => WRONG, status: 401 },
  { name: "no key", key: () => "", status: 401 },
  { name: "a test key", key: (app) => app.test, status: 403 },
];

for (const { name, key, status } of FAILURES) {
  Deno.test(`failed sign-ins with ${name} count against their network, and against no other`, async () => {
    let now = Date.parse("2026-11-20T12:00:00Z");
    await using app = await startApp({ now: () => now, env: { WINNOW_TRUST_PROXY: "true" } });
    // Together: an attempt that begins before the others have failed counts as well.
    const pages = await Promise.all(
      Array.from({ length: LIMIT + 20 }, () => signIn(app, key(app), "203.0.113.9")),
    );
    const statuses = pages.map((page) => page.status);
    assert.equal(statuses.filter((one) => one === status).length, LIMIT);
    assert.equal(statuses.filter((one) => one === 429).length, 20);
    const refused = await signIn(app, app.live, "203.0.113.77");
    assert.equal(refused.status, 429, "the network has used up its failures");
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal((await signIn(app, app.live, "198.51.100.1")).path, "/console");
    now += HOUR;
    assert.equal((await signIn(app, app.live, "203.0.113.9")).path, "/console");
  });
}

Deno.test("with two processes a failed sign-in leaves room for the next one, and the limit holds over both", async () => {
  const env = { WINNOW_TRUST_PROXY: "true" };
  await using app = await startApp({ env });
  await using other = await startApp({ env, dataDir: app.dataDir });
  await followChanges(app, other);
  for (const each of [app, other]) {
    assert.equal((await signIn(each, "wk_live_x", "203.0.113.9")).status, 401);
    assert.equal((await signIn(each, each.live, "203.0.113.9")).path, "/console");
  }
  const statuses: number[] = [];
  for (let count = 0; count < 130; count++) {
    statuses.push((await signIn(count % 2 === 0 ? app : other, "wk_live_x", "203.0.113.9")).status);
  }
  assert.equal(statuses.filter((status) => status === 401).length, 118);
});
