/** examples/auth0_action.js with Auth0's documented event. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { loadCommonJs, sample, withBrokenWinnows } from "../../support/examples/example.ts";

interface Outcome {
  readonly denied: readonly string[] | null;
  readonly metadata: { readonly verdict: string; readonly request_id: string | null } | null;
}

const { onExecutePreUserRegistration } = await loadCommonJs<{
  onExecutePreUserRegistration: (event: unknown, api: unknown) => Promise<void>;
}>("auth0_action.js");

// deno-lint-ignore no-explicit-any -- tests break it in every way
type Event = any;

async function run(url: string, key: string, change: (event: Event) => void = () => {}): Promise<Outcome> {
  const event = await sample("auth0_pre_registration");
  event.secrets = { API_URL: url, API_KEY: key };
  change(event);
  let denied: Outcome["denied"] = null;
  let metadata: Outcome["metadata"] = null;
  await onExecutePreUserRegistration(event, {
    access: { deny: (...texts: string[]) => denied = texts },
    user: {
      setAppMetadata: (name: string, value: Outcome["metadata"]) => {
        assert.equal(name, "winnow");
        metadata = value;
      },
    },
  });
  return { denied, metadata };
}

const BROKEN: [name: string, change: (event: Event) => void, verdict: "review" | "block"][] = [
  ["an address that is none", (event) => event.request.ip = "unknown", "review"],
  ["an e-mail that is an object", (event) => event.user.email = { $ne: null }, "review"],
  ["an e-mail that is a list", (event) => event.user.email = ["jane.doe@gmail.com"], "review"],
  ["a phone that is a number", (event) => event.user.phone_number = 442072193000, "review"],
  ["nothing to score", (event) => [event.request, event.user] = [{}, {}], "review"],
  ["a blocked e-mail behind an address that is none", (event) => {
    event.request.ip = "unknown";
    event.user.email = "bot@blocked.example";
  }, "block"],
];

Deno.test("examples/auth0_action.js: a documented event is scored, a blocked one is denied", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const good = await run(app.origin, key);
  assert.equal(good.denied, null);
  assert.equal(good.metadata!.verdict, "allow");
  const stored = (await app.ask(`/v1/score/${good.metadata!.request_id}`)).body;
  assert.deepEqual(stored.components.map(({ kind }: { kind: string }) => kind), ["ip", "email", "phone"]);
  for (const [name, change, verdict] of BROKEN) {
    const { denied, metadata } = await run(app.origin, key, change);
    if (verdict === "review") assert.deepEqual([denied, metadata!.verdict], [null, "review"], name);
    else {
      assert.equal(metadata, null, name);
      assert.match(denied![0]!, /^winnow: block req_[0-9a-f-]{36}$/, name);
      assert.equal(denied![1], "We cannot create this account.", "what the visitor reads names no reason");
    }
  }
});

Deno.test("examples/auth0_action.js: without a score the user is reviewed, in time", async () => {
  await withBrokenWinnows(async ({ name, url }) => {
    const started = performance.now();
    const { denied, metadata } = await run(url, "wk_live_x");
    assert.deepEqual([denied, metadata], [null, { verdict: "review", request_id: null }], name);
    assert.ok(performance.now() - started < 3000, name);
  });
});
