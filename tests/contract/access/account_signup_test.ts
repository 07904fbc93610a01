/** POST /signup. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";
import { type Page, Visitor } from "../../support/app/visitor.ts";

const ADA = { name: "Ada's shop", email: "ada@gmail.com" };

function keysOn(page: string): { live: string; test: string } {
  const live = /<code id="live-key">([^<]+)</.exec(page)?.[1] ?? "";
  const test = /<code id="test-key">([^<]+)</.exec(page)?.[1] ?? "";
  return { live, test };
}

async function allValues(app: TestApp): Promise<string> {
  const texts: string[] = [];
  const { engine, writer } = app.app.services.store;
  await writer.flush();
  for (
    const prefix of [
      "account",
      "account-name",
      "account-email",
      "key",
      "session",
      "session-of",
      "scores-of",
      "segment",
    ]
  ) {
    for await (const { key, value } of engine.scan([prefix])) {
      texts.push(
        key.join(" "),
        value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value),
      );
    }
  }
  return texts.join("\n");
}

Deno.test("POST /signup creates an account with the configured quota and two working keys", async () => {
  await using app = await startApp({ env: { WINNOW_MONTHLY_LOOKUPS: "777", WINNOW_RATE_LIMIT: "123" } });
  const visitor = new Visitor(app);
  const page = await visitor.submit("/signup", ADA);
  assert.equal(page.status, 201);
  assert.match(page.text, /Ada&#39;s shop/);
  const { live, test } = keysOn(page.text);
  assert.match(live, /^wk_live_/);
  assert.match(test, /^wk_test_/);
  assert.ok(page.text.includes(`X-Api-Key: ${live}`), "a curl command with the key is shown");
  const usage = await app.ask("/v1/usage", { key: live });
  assert.equal(usage.body.account, "Ada's shop");
  assert.equal(usage.body.monthly_quota, 777);
  assert.equal(usage.body.rate_limit_per_minute, 123);
  assert.equal(usage.body.used, 0, "its own sign-up was not billed");
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: test })).status, 200);
  const account = app.app.services.store.accounts.accountNamed("Ada's shop")!;
  assert.equal(account.madeBy, "signup");
  assert.equal(account.email?.mask, "a•••@gmail.com");
  assert.match(
    (await visitor.get("/console")).text,
    /Signed in as/,
    "the new account is signed in immediately",
  );
});

Deno.test("POST /signup shows keys once and stores neither them nor the address", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const { live, test } = keysOn((await visitor.submit("/signup", ADA)).text);
  for (const path of ["/signup", "/console", "/console/keys"]) {
    const { text } = await visitor.get(path);
    assert.ok(!text.includes(live) && !text.includes(test), path);
  }
  const stored = await allValues(app);
  assert.ok(stored.includes("Ada's shop"));
  for (const secret of [live, test, ADA.email, "ada@", visitor.cookies.get("winnow_session")!]) {
    assert.ok(!stored.includes(secret), `${secret} is stored`);
  }
  assert.ok(!app.log.join("\n").includes(live));
});

Deno.test("POST /signup refuses a sign-up that the service itself would block", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const page = await visitor.submit("/signup", { name: "Mallory", email: "mallory@example.com" });
  assert.equal(page.status, 403);
  assert.match(page.text, /scored as high risk, so no account was created/);
  assert.equal(app.app.services.store.accounts.accountNamed("Mallory"), null);
  assert.equal(visitor.cookies.has("winnow_session"), false);
});

const WRONG: readonly {
  name: string;
  given: { name: string; email: string };
  status: number;
  says: RegExp;
}[] = [
  { name: "no name", given: { name: "  ", email: "ada@gmail.com" }, status: 400, says: /1 to 80 printable/ },
  {
    name: "a long name",
    given: { name: "x".repeat(81), email: "ada@gmail.com" },
    status: 400,
    says: /1 to 80/,
  },
  {
    name: "a control character",
    given: { name: "a\u0007b", email: "ada@gmail.com" },
    status: 400,
    says: /1 to 80/,
  },
  { name: "no address", given: { name: "Ada", email: "" }, status: 400, says: /must not be empty/ },
  { name: "no e-mail address", given: { name: "Ada", email: "ada" }, status: 400, says: /f-email-error/ },
  { name: "a taken name", given: { name: "main", email: "ada@gmail.com" }, status: 400, says: /is taken/ },
];

for (const { name, given, status, says } of WRONG) {
  Deno.test(`POST /signup refuses ${name} and shows why next to the field`, async () => {
    await using app = await startApp();
    const before = app.app.services.store.accounts.all().length;
    const page = await new Visitor(app).submit("/signup", given);
    assert.equal(page.status, status);
    assert.match(page.text, says);
    assert.match(page.text, /aria-invalid="true"/);
    assert.equal(app.app.services.store.accounts.all().length, before);
  });
}

/** The answer without what is random in every answer. */
function withoutSecrets({ status, headers, text }: Page): string {
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "=…"));
  const shown = text.replace(/wk_(live|test)_\w{43}/g, "wk_$1_…").replace(/name="csrf" value="[^"]+"/g, "");
  return [status, ...cookies, shown].join("\n");
}

/** What two strangers are told who give a name and an address: one that has an account, and one that has none. */
const ALIKE: readonly { name: string; given: string; status: number }[] = [
  { name: "a free name", given: "Shop", status: 201 },
  { name: "the name of the account that has the address", given: ADA.name, status: 400 },
  { name: "a taken name", given: "main", status: 400 },
  { name: "no name", given: " ", status: 400 },
];

for (const { name, given, status } of ALIKE) {
  Deno.test(`POST /signup with ${name} answers alike whether or not the address has an account`, async () => {
    const answers: string[] = [];
    for (const email of ["ada@gmail.com", "a.d.a+shop@googlemail.com", "eve@gmail.com"]) {
      await using app = await startApp();
      assert.equal((await new Visitor(app).submit("/signup", ADA)).status, 201);
      const page = await new Visitor(app).submit("/signup", { name: given, email });
      assert.equal(page.status, status);
      answers.push(withoutSecrets(page).replaceAll(app.origin, "").replaceAll(email, ""));
    }
    assert.equal(answers[1], answers[0]);
    assert.equal(answers[2], answers[0]);
  });
}

Deno.test("an address that signs up again gets a separate account, which sees and changes nothing of the first", async () => {
  await using app = await startApp();
  const first = keysOn((await new Visitor(app).submit("/signup", ADA)).text);
  const scored = await app.ask("/v1/score/ip?ip=8.8.8.8", { key: first.live });
  await app.ask("/v1/rules", { key: first.live, json: { action: "block", values: ["fraud.example"] } });
  const again = new Visitor(app);
  const page = await again.submit("/signup", { ...ADA, name: "Another shop" });
  const second = keysOn(page.text);
  assert.notEqual(second.live, first.live);
  assert.equal((await app.ask("/v1/usage", { key: second.live })).body.used, 0);
  assert.equal((await app.ask("/v1/usage", { key: first.live })).body.used, 1);
  assert.equal((await app.ask("/v1/rules", { key: second.live })).body.count, 0);
  assert.equal((await app.ask(`/v1/score/${scored.body.request_id}`, { key: second.live })).status, 404);
  for (const path of ["/console", "/console/keys", "/console/scores"]) {
    const { text } = await again.get(path);
    assert.ok(!text.includes("Ada&#39;s shop") && !text.includes(scored.body.request_id), path);
  }
});

Deno.test("POST /signup is limited to ten per hour and client subnet", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  const from = async (address: string, index: number) => {
    const visitor = new Visitor(app);
    const { text } = await visitor.get("/signup");
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const fields = { csrf, name: `Shop ${index}`, email: `owner${index}@gmail.com` };
    return await visitor.post("/signup", fields, { "x-forwarded-for": address });
  };
  for (let index = 0; index < 10; index++) assert.equal((await from("203.0.113.9", index)).status, 201);
  const refused = await from("203.0.113.77", 10);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.equal((await from("203.0.114.1", 11)).status, 201);
});

Deno.test("WINNOW_SIGNUP=closed hides sign-up and refuses it", async () => {
  await using app = await startApp({ env: { WINNOW_SIGNUP: "closed" } });
  const visitor = new Visitor(app);
  for (const path of ["/", "/docs/first-score", "/console/sign-in"]) {
    assert.doesNotMatch((await visitor.get(path)).text, /href="\/signup"/, path);
  }
  assert.equal((await visitor.get("/signup")).status, 403);
  await visitor.get("/console/sign-in");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get("/console/sign-in")).text)![1]!;
  const page = await visitor.post("/signup", { csrf, ...ADA });
  assert.equal(page.status, 403);
  assert.match(page.text, /Sign-up is closed/);
  assert.equal(app.app.services.store.accounts.accountNamed(ADA.name), null);
});

Deno.test("POST /signup without the form's token is refused", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  for (const csrf of ["", "AAAAAAAAAAAAAAAAAAAAAA"]) {
    assert.equal((await visitor.post("/signup", { csrf, ...ADA })).status, 403);
  }
  const other = /name="csrf" value="([^"]+)"/.exec((await new Visitor(app).get("/signup")).text)![1]!;
  await visitor.get("/signup");
  assert.equal(
    (await visitor.post("/signup", { csrf: other, ...ADA })).status,
    403,
    "another visitor's token",
  );
  assert.equal(app.app.services.store.accounts.accountNamed(ADA.name), null);
});

Deno.test("an account is stored together with its keys or not at all", async () => {
  await using app = await startApp();
  const ada = { name: "Ada's shop", email: "ada@gmail.com" };
  const end = failCommits(app, "disk full", ({ set }) => set?.some(({ key }) => key[0] === "key") ?? false);
  const failed = await new Visitor(app).submit("/signup", ada);
  assert.ok(failed.status >= 500, String(failed.status));
  end();
  assert.equal(app.app.services.store.accounts.accountNamed(ada.name), null);
  assert.equal((await new Visitor(app).submit("/signup", ada)).status, 201);
});
