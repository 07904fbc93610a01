/** Too much in progress: messages to hooks and other requests do not keep each other out. */
import assert from "node:assert/strict";
import { answerSupabase } from "../../../src/service/hooks/supabase.ts";
import { startApp } from "../../support/app/app.ts";
import { holdCommits } from "../../support/app/failing_store.ts";
import { type MadeHook, makeHook, send, supabase } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";

const MOST = 8;
const LIMITED = { env: { WINNOW_MAX_IN_FLIGHT: String(MOST) } };

Deno.test("requests that fill the service leave hooks their answers, in their form and in time", async () => {
  await using app = await startApp(LIMITED);
  const hook = await makeHook(app, { mode: "observe" });
  const others = await Promise.all(["b", "c", "d"].map(async (name) => (await app.account(name)).key));
  const keys = [app.live, ...others];
  const release = holdCommits(app);
  const scores = Array.from(
    { length: MOST },
    (_, at) => app.ask(`/v1/score/ip?ip=8.8.8.${at}`, { key: keys[at % keys.length]! }),
  );
  await eventually(async () => {
    const { text } = await app.ask("/metrics", { key: null });
    return text.includes(`\nwinnow_http_requests_in_progress ${MOST}\n`);
  }, "a full house");
  const started = performance.now();
  using _released = { [Symbol.dispose]: release };
  const answers = await Promise.all(
    Array.from({ length: MOST }, () => send(app, hook, supabase({ email: "a@mailinator.com" }))),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, "{}"]);
  assert.ok(seconds < 2, `answered after ${seconds} s`);
  release();
  for (const { status } of await Promise.all(scores)) assert.equal(status, 200);
});

Deno.test("messages that fill the hooks leave other requests their answers, and are bounded", async () => {
  await using app = await startApp(LIMITED);
  const hook = await makeHook(app);
  const release = holdCommits(app);
  const sending = Array.from(
    { length: 6 * MOST },
    () => send(app, hook, supabase({ email: "a@mailinator.com" })),
  );
  assert.equal((await app.ask("/v1/usage")).status, 200);
  const statuses = (await Promise.all(sending)).map(({ status }) => status);
  release();
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
});

Deno.test("messages of one account, however many at once, leave those of another their verdict", async () => {
  await using app = await startApp();
  const { services } = app.app;
  const { key: other } = await app.account("other");
  await app.ask("/v1/rules", { key: other, json: { action: "block", values: ["mailinator.com"] } });
  const [flooded, own] = [await makeHook(app), await makeHook(app, { when_unsure: "allow" }, other)];
  const ask = ({ id }: MadeHook, message: object) => {
    const body = new TextEncoder().encode(JSON.stringify(message));
    const hook = services.store.hooks.find(id)!;
    return answerSupabase(services, { hook, id: "", body }, performance.now());
  };
  const release = holdCommits(app);
  const flood = Array.from({ length: 700 }, (_, at) => ask(flooded, supabase({ email: `p${at}@gmail.com` })));
  const answer = ask(own, supabase({ email: "a@mailinator.com" }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  release();
  assert.ok("error" in await answer, "refused by the rule, not let pass unscored");
  const unsure = (await Promise.all(flood)).filter((each) => "error" in each).length;
  assert.ok(unsure > 0, "more than can wait are unsure");
});
