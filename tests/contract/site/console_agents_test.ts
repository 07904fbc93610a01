/** The console's pages for agents. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

Deno.test("agent policy: rules are added, moved and removed; an outdated page changes nothing", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const page = "/console/agents";
  const seenOn = (text: string) => /name="seen" value="(\d*)"/.exec(text)![1]!;
  const step = async (fields: Record<string, string>) =>
    await visitor.submit(page, { seen: seenOn((await visitor.get(page)).text), ...fields });
  const rules = async () =>
    (await app.ask("/v1/agent/policy")).body.rules.map(({ trigger }: { trigger?: string }) =>
      trigger ?? "any"
    );
  const old = seenOn((await visitor.get(page)).text);
  await step({
    do: "add",
    trigger: "fetcher",
    methods: "get, head",
    action: "allow",
    reason: "acts for a person",
  });
  await step({ do: "add", trigger: "crawler", methods: "", action: "deny", reason: "" });
  await step({ do: "add", trigger: "", methods: "", action: "review", reason: "" });
  assert.deepEqual(await rules(), ["fetcher", "crawler", "any"]);
  const first = (await app.ask("/v1/agent/policy")).body.rules[0];
  assert.deepEqual(first, {
    trigger: "fetcher",
    action: "allow",
    methods: ["GET", "HEAD"],
    reason: "acts for a person",
  });
  await step({ do: "down", index: "0" });
  assert.deepEqual(await rules(), ["crawler", "fetcher", "any"]);
  await step({ do: "up", index: "2" });
  assert.deepEqual(await rules(), ["crawler", "any", "fetcher"]);
  await step({ do: "remove", index: "1" });
  assert.deepEqual(await rules(), ["crawler", "fetcher"]);
  const stale = await visitor.submit(page, { do: "remove", index: "0", seen: old });
  assert.equal(stale.status, 400);
  assert.match(stale.text, /has changed since/);
  assert.deepEqual(await rules(), ["crawler", "fetcher"]);
  assert.equal((await step({ do: "add", action: "maybe" })).status, 400);
  await step({ do: "settings", nonce: "true" });
  const policy = (await app.ask("/v1/agent/policy")).body;
  assert.equal(policy.replay_protection, "nonce");
  assert.equal(policy.defaults_apply_when_no_rule_matches, false);
  assert.deepEqual(await rules(), ["crawler", "fetcher"], "the rules stay");
});

Deno.test("agent policy: the form sets a rule's profile and repeats, and refuses what is no profile", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const page = "/console/agents";
  const add = async (fields: Record<string, string>) => {
    const seen = /name="seen" value="(\d*)"/.exec((await visitor.get(page)).text)![1]!;
    return await visitor.submit(page, { do: "add", seen, action: "deny", reason: "", ...fields });
  };
  await add({ profile: "visa-tap-payer", repeated: "true" });
  await add({ profile: "", repeated: "false" });
  assert.equal((await add({ profile: "visa" })).status, 400);
  const rules = [
    { profile: "visa-tap-payer", repeated: true, action: "deny", reason: "" },
    { repeated: false, action: "deny", reason: "" },
  ];
  assert.deepEqual((await app.ask("/v1/agent/policy")).body.rules, rules);
  const { text } = await visitor.get(page);
  assert.match(text, /data-label="Profile" ><span>visa-tap-payer<\/span>/);
});

Deno.test("agent policy: the form sets a rule's host, and refuses what is no host", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const page = "/console/agents";
  const add = async (host: string) => {
    const seen = /name="seen" value="(\d*)"/.exec((await visitor.get(page)).text)![1]!;
    return await visitor.submit(page, { do: "add", seen, host, trigger: "", action: "allow", reason: "" });
  };
  await add(" *.Agent.example ");
  await add("");
  assert.deepEqual((await app.ask("/v1/agent/policy")).body.rules, [
    { host: "*.agent.example", action: "allow", reason: "" },
    { action: "allow", reason: "" },
  ]);
  const { text } = await visitor.get(page);
  assert.match(text, /<td[^>]*><span>\*\.agent\.example<\/span><\/td>/);
  for (const host of ["https://agent.example", "agent.example:443", "*", "a b"]) {
    const refused = await add(host);
    assert.equal(refused.status, 400, host);
    // What has a scheme is read as the URL of a key set.
    const says = host.includes("://") ? /\/rules\/2\/url: must be/ : /\/rules\/2\/host: must be a host name/;
    assert.match(refused.text, says, host);
  }
  assert.equal((await app.ask("/v1/agent/policy")).body.rules.length, 2);
});

Deno.test("agent policy: a captured request is judged for free, as text or as JSON", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const attempt = async (request: string) =>
    await visitor.submit("/console/agents", { request }, "/console/agents/try");
  const plain = await attempt(
    "GET /products?page=2 HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: Bot\r\n\r\n",
  );
  assert.match(
    plain.text,
    /<span class="badge review">review<\/span> decided by the default for unsigned requests</,
  );
  const json = await attempt(
    '{"url":"https://shop.example/","headers":{"signature":"x","signature-input":"y"}}',
  );
  assert.match(json.text, /malformed_signature|not_web_bot_auth/);
  for (
    const [request, says] of [
      ["", /paste a request/],
      ["hello", /first line/],
      ["GET / HTTP/1.1\nnonsense", /not a header/],
      ["GET / HTTP/1.1", /no Host/],
      ["{", /not valid JSON/],
    ] as const
  ) {
    const { status, text } = await attempt(request);
    assert.equal(status, 400, request);
    assert.match(text, says, request);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});
