/** What security events do: a fraud label that weighs as one report, victims whose log-ins step up, and both taken back. */
import assert from "node:assert/strict";
import { type Answer, followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { type MadeHook, useOf } from "../../support/app/hooks.ts";
import {
  CAEP,
  ENV,
  EventIssuer,
  issSub,
  ISSUER,
  makeEventHook,
  push,
  RISC,
  token,
} from "../../support/app/security_events.ts";
import { eventually } from "../../support/eventually.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const DISABLED = `${RISC}account-disabled`;
const ENABLED = `${RISC}account-enabled`;
const COMPROMISED = `${RISC}credential-compromise`;
const BULK = { reason: "bulk-account" };
const HIJACKED = { reason: "hijacking" };
const SECOND = 1000;
const DAY = 86_400 * SECOND;

class Site implements AsyncDisposable {
  readonly clock = { now: Date.parse("2026-11-25T08:00:00Z") };
  #received = 0;

  private constructor(
    readonly issuer: EventIssuer,
    readonly app: TestApp,
    readonly hook: MadeHook,
    clock: { now: number },
  ) {
    this.clock = clock;
  }

  static async start(options: Record<string, unknown> = {}): Promise<Site> {
    const clock = { now: Date.parse("2026-11-25T08:00:00Z") };
    const app = await startApp({ env: ENV, now: () => clock.now });
    const issuer = await EventIssuer.start();
    return new Site(issuer, app, await makeEventHook(app, issuer, options), clock);
  }

  async signup(json: Record<string, unknown>, key = this.app.live): Promise<string> {
    const answer = await this.app.ask("/v1/score/user", { json: { ip: "91.64.12.7", ...json }, key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.request_id;
  }

  /** Pushes a token a second later, and waits until it was acted upon. */
  async tell(
    type: string,
    subject: unknown,
    event: Record<string, unknown> = {},
    at = this.clock.now += SECOND,
  ): Promise<Answer["body"]> {
    const { status, text } = await push(this.app, this.hook, this.issuer, token(type, subject, event, at));
    assert.deepEqual([status, text], [202, ""]);
    return await this.acted();
  }

  async acted(tokens = 1): Promise<Answer["body"]> {
    this.#received += tokens;
    await eventually(async () => (await this.use()).received === this.#received, "it was acted upon");
    return await this.use();
  }

  use(): Promise<Answer["body"]> {
    return useOf(this.app, this.hook);
  }

  async score(requestId: string, key = this.app.live): Promise<Answer["body"]> {
    const { status, body, text } = await this.app.ask(`/v1/score/${requestId}`, { key });
    assert.equal(status, 200, text);
    return body;
  }

  async label(requestId: string): Promise<string | null> {
    return (await this.score(requestId)).label?.outcome ?? null;
  }

  async login(user_id: string, key = this.app.live): Promise<Answer["body"]> {
    const { status, body, text } = await this.app.ask("/v1/score/login", {
      json: { user_id, ip: "91.64.12.7", succeeded: true },
      key,
    });
    assert.equal(status, 200, text);
    return body;
  }

  async texts(): Promise<string> {
    return (await storeTexts(this.app.app.services.store.engine)).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    await this.issuer[Symbol.asyncDispose]();
  }
}

const names = ({ findings }: Answer["body"]): string[] => findings.map(({ name }: { name: string }) => name);

Deno.test("an account in bulk is a fraud label on the newest sign-up with it, by whose word is told; enabled takes it back", async () => {
  await using site = await Site.start();
  const first = await site.signup({ email: "a@example.com", external_id: "ext:1234" });
  const newest = await site.signup({ email: "b@example.com", external_id: "ext:1234", user_id: "u-1" });
  const other = await site.signup({ email: "c@example.com", external_id: "ext:12345" });
  const use = await site.tell(DISABLED, issSub("1234"), BULK);
  assert.deepEqual([use.matched, use.unmatched, use.last_result], [1, 0, "matched"]);
  assert.deepEqual(
    await Promise.all([first, newest, other].map((id) => site.label(id))),
    [null, "fraud", null],
  );
  const { label } = await site.score(newest);
  assert.equal(label.type, "fake_account");
  assert.equal(label.source, `ssf:${ISSUER}`);
  const audit = (await site.app.ask("/v1/audit?action=scores_labelled")).body.entries[0];
  assert.deepEqual([audit.by, audit.by_id], [`hook ${site.hook.id}`, site.hook.id]);
  await site.tell(ENABLED, issSub("1234"));
  assert.equal(await site.label(newest), null);
  await site.tell(DISABLED, issSub("1234"), BULK);
  assert.equal(await site.label(newest), "fraud", "and it can be told again");
});

Deno.test("five tokens of one account weigh as one report, also with a new sign-up in between", async () => {
  await using site = await Site.start();
  const ids = [await site.signup({ email: "a@example.com", external_id: "ext:1" })];
  for (let turn = 0; turn < 5; turn++) {
    await site.tell(DISABLED, issSub("1"), BULK);
    ids.push(await site.signup({ email: `a${turn}@example.com`, external_id: "ext:1" }));
  }
  const labels = await Promise.all(ids.map((id) => site.label(id)));
  assert.deepEqual(labels, ["fraud", null, null, null, null, null]);
  const { store } = site.app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const record = await store.scores.get(account, ids[0]!, site.clock.now);
  const { hash } = record!.components.find(({ kind }) => kind === "ip")!;
  const reports = await store.histories.ownReports(account, { kind: "ip", hash });
  const one = await labelledByHand(site);
  assert.deepEqual(reports, one, "what one label by hand leaves");
});

/** What the reputation of an address holds after one label of one sign-up from it. */
async function labelledByHand(site: Site): Promise<unknown> {
  const id = await site.signup({ email: "z@example.com", ip: "91.65.1.1" });
  const outcome = { request_id: id, outcome: "fraud", type: "fake_account" };
  assert.equal((await site.app.ask("/v1/outcome", { json: outcome })).status, 200);
  const { store } = site.app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const record = await store.scores.get(account, id, site.clock.now);
  const { hash } = record!.components.find(({ kind }) => kind === "ip")!;
  return await store.histories.ownReports(account, { kind: "ip", hash });
}

Deno.test("what people of the account decided stays: neither replaced, nor taken back, nor given again", async () => {
  await using site = await Site.start();
  const mark = async (request_id: string, outcome: string) =>
    assert.equal((await site.app.ask("/v1/outcome", { json: { request_id, outcome } })).status, 200);
  const legit = await site.signup({ email: "legit@example.com", external_id: "ext:legit" });
  await mark(legit, "legit");
  await site.tell(DISABLED, issSub("legit"), BULK);
  assert.equal(await site.label(legit), "legit");
  const fraud = await site.signup({ email: "fraud@example.com", external_id: "ext:fraud" });
  await mark(fraud, "fraud");
  await site.tell(DISABLED, issSub("fraud"), BULK);
  await site.tell(ENABLED, issSub("fraud"));
  assert.equal(await site.label(fraud), "fraud", "it was not this issuer's");
  const lifted = await site.signup({ email: "lifted@example.com", external_id: "ext:lifted" });
  await site.tell(DISABLED, issSub("lifted"), BULK);
  assert.equal(await site.label(lifted), "fraud");
  await mark(lifted, "none");
  await site.tell(DISABLED, issSub("lifted"), BULK);
  assert.equal(await site.label(lifted), null, "taken back by hand");
  await site.tell(ENABLED, issSub("lifted"));
  await mark(lifted, "fraud");
  await site.tell(ENABLED, issSub("lifted"));
  assert.equal(await site.label(lifted), "fraud", "given by hand");
});

Deno.test("whom a subject finds, by its form; others are counted and not guessed", async () => {
  await using site = await Site.start();
  const rows: [what: string, subject: unknown, isFound: boolean][] = [
    ["email", { format: "email", email: "Jane@Example.com" }, true],
    ["phone_number", { format: "phone_number", phone_number: "+4915112345678" }, true],
    ["iss_sub", issSub("jane"), true],
    ["iss_sub of an issuer without its slash", issSub("jane", ISSUER.slice(0, -1)), true],
    ["complex", { format: "complex", user: issSub("jane"), session: { format: "opaque", id: "s" } }, true],
    [
      "aliases",
      {
        format: "aliases",
        identifiers: [
          { format: "opaque", id: "x" },
          { format: "email", email: "nobody@example.com" },
          issSub("jane"),
        ],
      },
      true,
    ],
    ["another email", { format: "email", email: "jan@example.com" }, false],
    ["an email that is none", { format: "email", email: "jane" }, false],
    ["a number that is none", { format: "phone_number", phone_number: "12" }, false],
    ["iss_sub of another issuer", issSub("jane", "https://other.example/"), false],
    ["iss_sub of nobody", issSub("jan"), false],
    ["iss_sub with the prefix", issSub("ext:jane"), false],
    ["iss_sub without sub", { format: "iss_sub", iss: ISSUER }, false],
    ["account", { format: "account", uri: "acct:jane@example.com" }, false],
    ["opaque", { format: "opaque", id: "jane" }, false],
    ["did", { format: "did", url: "did:example:jane" }, false],
    ["uri", { format: "uri", uri: "mailto:jane@example.com" }, false],
    ["aliases of nobody", { format: "aliases", identifiers: [{ format: "opaque", id: "jane" }] }, false],
    ["aliases in aliases", {
      format: "aliases",
      identifiers: [{ format: "aliases", identifiers: [issSub("jane")] }],
    }, false],
    ["aliases that are no list", { format: "aliases", identifiers: "jane" }, false],
    ["a form that nobody knows", { format: "jwt_id", iss: ISSUER, jti: "jane" }, false],
  ];
  for (const [what, subject, isFound] of rows) {
    const id = await site.signup({
      email: "jane@example.com",
      phone: "+4915112345678",
      external_id: "ext:jane",
    });
    await site.tell(DISABLED, subject, BULK);
    assert.equal(await site.label(id), isFound ? "fraud" : null, what);
    if (isFound) await site.tell(ENABLED, subject);
    assert.equal(await site.label(id), null, what);
  }
  const { matched, unmatched } = await site.use();
  assert.deepEqual([matched, unmatched], [12, 15]);
});

Deno.test("a sign-up with a test key, of another account or without the field is none that is found", async () => {
  await using site = await Site.start();
  const { key } = await site.app.account("other");
  const ids: [string, string][] = [
    [await site.signup({ email: "a@example.com", external_id: "ext:1" }, site.app.test), site.app.test],
    [await site.signup({ email: "a@example.com", external_id: "ext:1" }, key), key],
    [await site.signup({ email: "b@example.com", user_id: "ext:1" }), site.app.live],
  ];
  const use = await site.tell(DISABLED, issSub("1"), BULK);
  assert.deepEqual([use.matched, use.unmatched, use.last_note], [0, 1, "no sign-up or user with it"]);
  for (const [id, by] of ids) assert.equal((await site.score(id, by)).label?.outcome ?? null, null);
  assert.doesNotMatch(await site.texts(), /^told-account /m);
});

Deno.test("a victim's log-ins step up for 30 days, without a label; a change of credentials or enabled ends it", async () => {
  for (
    const [type, event] of [[DISABLED, HIJACKED], [COMPROMISED, { credential_type: "password" }]] as const
  ) {
    for (
      const [end, after] of [[ENABLED, {}], [`${CAEP}credential-change`, { change_type: "update" }]] as const
    ) {
      await using site = await Site.start();
      const id = await site.signup({ email: "v@example.com", external_id: "ext:v", user_id: "u-v" });
      for (let turn = 0; turn < 4; turn++) {
        site.clock.now += DAY / 24;
        assert.equal((await site.login("u-v")).account.suggest, "allow");
      }
      const before = await site.login("u-v");
      await site.tell(type, issSub("v"), event);
      for (const user of ["u-v", "ext:v"]) {
        const login = await site.login(user);
        assert.deepEqual([login.account.suggest, names(login)], ["step_up", ["takeover"]], user);
      }
      const logged = await site.login("u-v");
      assert.deepEqual(
        [logged.account.logins, logged.account.known_since],
        [before.account.logins + 1, before.account.known_since],
      );
      const other = await site.login("ext:v");
      assert.deepEqual(
        [other.account.logins, other.account.known_since, other.account.last_login],
        [0, null, null],
        "nothing was seen of whom only the issuer told",
      );
      assert.equal(await site.label(id), null);
      assert.equal((await site.login("u-w")).account.suggest, "allow");
      assert.equal(
        (await site.login("u-v", site.app.test)).account.suggest,
        "allow",
        "test keys have their own",
      );
      await site.tell(`${CAEP}session-revoked`, issSub("v"));
      assert.equal((await site.login("u-v")).account.suggest, "step_up", "sessions are another thing");
      await site.tell(end, issSub("v"), after);
      for (const user of ["u-v", "ext:v"]) {
        assert.deepEqual(names(await site.login(user)), [], `${user} after ${end}`);
      }
    }
  }
});

Deno.test("a mark ends after 30 days, and by the outcome reset", async () => {
  await using site = await Site.start();
  for (const user of ["one", "two"]) await site.signup({ email: `${user}@example.com`, user_id: user });
  for (const user of ["one", "two"]) {
    await site.tell(DISABLED, { format: "email", email: `${user}@example.com` }, HIJACKED);
  }
  const { request_id } = await site.login("one");
  const reset = await site.app.ask("/v1/outcome", { json: { request_id, outcome: "reset" } });
  assert.equal(reset.status, 200);
  assert.equal((await site.login("one")).account.suggest, "allow");
  site.clock.now += 29 * DAY;
  assert.equal((await site.login("two")).account.suggest, "step_up");
  site.clock.now += 2 * DAY;
  assert.equal((await site.login("two")).account.suggest, "allow");
});

Deno.test("a takeover that the site told of stays when the issuer takes its own word back", async () => {
  for (const isLater of [true, false]) {
    await using site = await Site.start();
    await site.signup({ email: "v@example.com", external_id: "ext:v", user_id: "u-v" });
    const takeover = async () => {
      const { request_id } = await site.login("u-v");
      const told = await site.app.ask("/v1/outcome", { json: { request_id, outcome: "takeover" } });
      assert.equal(told.status, 200);
      site.clock.now += DAY;
    };
    if (!isLater) await takeover();
    await site.tell(DISABLED, issSub("v"), HIJACKED);
    await site.tell(DISABLED, issSub("v"), HIJACKED);
    site.clock.now += SECOND;
    if (isLater) await takeover();
    await site.tell(ENABLED, issSub("v"));
    assert.equal(
      (await site.login("u-v")).account.suggest,
      "step_up",
      `told ${isLater ? "later" : "before"}`,
    );
    assert.equal((await site.login("ext:v")).account.suggest, "allow");
  }
});

Deno.test("tokens that come in another order than they were issued in", async () => {
  await using site = await Site.start();
  const id = await site.signup({ email: "v@example.com", external_id: "ext:v", user_id: "u-v" });
  const issued = site.clock.now;
  site.clock.now += DAY;
  await site.tell(ENABLED, issSub("v"), {}, issued + 3_600 * SECOND);
  await site.tell(DISABLED, issSub("v"), BULK, issued);
  await site.tell(DISABLED, issSub("v"), HIJACKED, issued);
  assert.equal(await site.label(id), null);
  assert.equal((await site.login("u-v")).account.suggest, "allow");
  await site.tell(DISABLED, issSub("v"), BULK, issued + 7_200 * SECOND);
  assert.equal(await site.label(id), "fraud");
});

Deno.test("Google's older shape: the subject inside the event, several events, ids of clients", async () => {
  await using site = await Site.start({
    issuer: "https://accounts.google.com/",
    audience: ["1234.apps.googleusercontent.com", "5678.apps.googleusercontent.com"],
    external_id_prefix: "google:",
  });
  const one = await site.signup({ email: "one@example.com", external_id: "google:1" });
  await site.signup({ email: "two@example.com", external_id: "google:2", user_id: "u-2" });
  const subject = (sub: string, subject_type: string) => ({
    subject_type,
    iss: "https://accounts.google.com",
    sub,
  });
  const claims = (events: Record<string, unknown>) => ({
    iss: "https://accounts.google.com/",
    aud: ["5678.apps.googleusercontent.com"],
    jti: crypto.randomUUID(),
    iat: Math.floor((site.clock.now += SECOND) / 1000),
    events,
  });
  const tell = async (events: Record<string, unknown>) => {
    const made = { header: { typ: undefined }, claims: claims(events) };
    assert.equal((await push(site.app, site.hook, site.issuer, made)).status, 202);
    return await site.acted();
  };
  await tell({ [`${RISC}verification`]: { state: "s" } });
  await tell({
    [DISABLED]: { subject: subject("1", "iss-sub"), ...BULK },
    [COMPROMISED]: { subject: subject("2", "id_token_claims") },
    [`${RISC}sessions-revoked`]: { subject: subject("2", "iss_sub") },
    "https://schemas.openid.net/secevent/oauth/event-type/token-revoked": {
      subject: { subject_type: "oauth_token", token_type: "refresh_token", token: "abc" },
    },
  });
  assert.equal(await site.label(one), "fraud");
  assert.equal((await site.login("u-2")).account.suggest, "step_up");
  assert.equal((await site.login("google:2")).account.suggest, "step_up");
  const { matched, unmatched, ignored } = await site.use();
  assert.deepEqual([matched, unmatched, ignored], [1, 0, 1]);
});

Deno.test("a token acts once, whichever nodes it comes to, for 30 days", async () => {
  await using site = await Site.start();
  const clock = site.clock;
  await using other = await startApp({ dataDir: site.app.dataDir, env: ENV, now: () => clock.now });
  const id = await site.signup({ email: "a@example.com", external_id: "ext:1" });
  await followChanges(site.app, other);
  const made = token(DISABLED, issSub("1"), BULK, clock.now);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => push(turn % 2 ? site.app : other, site.hook, site.issuer, made)),
  );
  assert.deepEqual(answers.map(({ status, text }) => [status, text]), Array(12).fill([202, ""]));
  await site.acted();
  assert.equal(await site.label(id), "fraud");
  const outcome = { request_id: id, outcome: "none" };
  assert.equal((await site.app.ask("/v1/outcome", { json: outcome })).status, 200);
  assert.equal((await push(other, site.hook, site.issuer, made)).status, 202);
  const verification = token(`${RISC}verification`, { format: "opaque", id: "s" }, {}, clock.now);
  for (const app of [site.app, other]) {
    assert.equal((await push(app, site.hook, site.issuer, verification)).status, 202);
  }
  const use = await site.acted();
  assert.deepEqual([use.received, use.matched, use.ignored], [2, 1, 1]);
  assert.equal(await site.label(id), null);
});

Deno.test("external ids are kept as hashes, and refused where they are none", async () => {
  await using site = await Site.start();
  const id = await site.signup({ email: "a@example.com", external_id: "ext:secret-sub", user_id: "u-1" });
  await site.tell(DISABLED, issSub("secret-sub"), HIJACKED);
  assert.ok(!(await site.texts()).includes("secret-sub"));
  assert.ok(!JSON.stringify(await site.score(id)).includes("secret-sub"));
  const query = await site.app.ask("/v1/score/user?email=b@example.com&external_id=ext:2");
  assert.equal(query.status, 200);
  await site.tell(DISABLED, issSub("2"), BULK);
  assert.equal(await site.label(query.body.request_id), "fraud");
  const blank = await site.app.ask("/v1/score/user", { json: { email: "c@example.com", external_id: "" } });
  assert.equal(blank.status, 200);
  for (const external_id of ["a\u0000b", "x".repeat(401), 7]) {
    const { status, body } = await site.app.ask("/v1/score/user", {
      json: { email: "c@example.com", external_id },
    });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/external_id"]);
  }
  const alone = await site.app.ask("/v1/score/user", { json: { external_id: "ext:1" } });
  assert.equal(alone.status, 400, "it is nothing that can be scored");
});

Deno.test("erasing a person erases what was told of them, their marks and what found them", async () => {
  const rows = [
    { signup: { user_id: "u-1" }, person: { user_id: "u-1" } },
    { signup: {}, person: { email: "a@example.com" } },
  ];
  for (const { signup, person } of rows) {
    await using site = await Site.start();
    const id = await site.signup({ email: "a@example.com", external_id: "ext:1", ...signup });
    const kept = await site.signup({ email: "b@example.com", external_id: "ext:2", user_id: "u-2" });
    for (const subject of [issSub("1"), { format: "email", email: "a@example.com" }, issSub("2")]) {
      await site.tell(DISABLED, subject, BULK);
      await site.tell(DISABLED, subject, HIJACKED);
    }
    assert.deepEqual([await site.label(id), await site.label(kept)], ["fraud", "fraud"]);
    assert.equal((await site.login("ext:1")).account.suggest, "step_up");
    const count = async (prefix: string) =>
      (await site.texts()).split("\n").filter((line) => line.startsWith(`${prefix} `)).length;
    const before = [await count("told-account"), await count("login-user"), await count("label")];
    assert.deepEqual(before, [3, "user_id" in signup ? 4 : 3, 2]);
    const erased = await site.app.ask("/v1/privacy/erase", { json: person });
    assert.equal(erased.status, 200, erased.text);
    const left = [await count("told-account"), await count("login-user"), await count("label")];
    assert.deepEqual(left, [1, 2, 1], "the other person's");
    const use = await site.tell(DISABLED, issSub("1"), BULK);
    assert.equal(use.last_result, "unmatched");
    assert.equal((await site.login("ext:1")).account.suggest, "allow");
  }
});
