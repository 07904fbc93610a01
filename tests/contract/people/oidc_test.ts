import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { addPerson } from "../../support/app/person.ts";
import { type Shown, SiteBrowser } from "../../support/oidc/browser.ts";
import { type Lies, startHostileProvider, tampered } from "../../support/oidc/hostile_provider.ts";
import { startRealProvider } from "../../support/oidc/real_provider.ts";

const START = "/console/sign-in/provider";
const ROLES = "groups:winnow-owners=owner,fraud-team=analyst,readers=viewer";
const ANNA = {
  sub: "anna-1",
  email: "anna@corp.example",
  email_verified: true,
  name: "Anna",
  groups: ["fraud-team"],
};

function settingsOf(issuer: string): Record<string, string> {
  return {
    WINNOW_OIDC_ISSUER: issuer,
    WINNOW_OIDC_CLIENT_ID: "winnow",
    WINNOW_OIDC_CLIENT_SECRET: "s3cret",
    WINNOW_OIDC_ROLES: ROLES,
  };
}

/** With a first person, without whom nobody signs in with a provider. */
async function startWith(issuer: string, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ env: { ...settingsOf(issuer), ...env } });
  await addPerson(app, "owner", { name: "Olga", email: "olga@corp.example" });
  return app;
}

/** @returns the page after the way to the provider and back */
function signIn(app: TestApp, browser: SiteBrowser, next = "/console/scores"): Promise<Shown> {
  return browser.get(`${app.origin}${START}?next=${encodeURIComponent(next)}`);
}

async function isSignedIn(app: TestApp, browser: SiteBrowser): Promise<boolean> {
  const page = await browser.get(`${app.origin}/console`);
  return !page.url.includes("/sign-in");
}

async function peopleOf(app: TestApp, account = "main") {
  const { store } = app.app.services;
  return await store.people.of(store.accounts.accountNamed(account)!.id);
}

Deno.test("a mapped role makes the person at the first sign-in, and finds them at the next", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  const browser = new SiteBrowser();
  const page = await signIn(app, browser);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("refresh"), "0; url=/console/scores");
  assert.match(page.text, /href="\/console\/scores"/);
  assert.ok(await isSignedIn(app, browser));
  const [, anna] = await peopleOf(app);
  assert.deepEqual([anna!.name, anna!.role, anna!.password, anna!.unverified], [
    "Anna",
    "analyst",
    undefined,
    undefined,
  ]);
  assert.ok(await isSignedIn(app, browser));
  await signIn(app, new SiteBrowser());
  assert.equal((await peopleOf(app)).length, 2);
});

Deno.test("a real provider: its pages, its user information, its refusals", async () => {
  const PUBLIC = "http://winnow.example";
  const callback = `${PUBLIC}${START}/callback`;
  const secret = "s3cret: with + and %";
  await using real = await startRealProvider({
    people: { anna: ANNA, ben: { email: "ben@corp.example", email_verified: true, name: "Ben" } },
    redirectUris: [callback],
    clientSecret: secret,
  });
  await using app = await startWith(real.issuer, {
    WINNOW_OIDC_CLIENT_SECRET: secret,
    WINNOW_BASE_URL: PUBLIC,
  });
  async function through(login: string) {
    const browser = new SiteBrowser();
    const asked = await signIn(app, browser);
    const consent = await browser.submit(asked, { login, password: "any" });
    const back = (await browser.submit(consent, {}, callback)).url.replace(PUBLIC, app.origin);
    return { browser, back, page: await browser.get(back) };
  }
  const anna = await through("anna");
  assert.equal(anna.page.status, 200, anna.page.text);
  assert.ok(await isSignedIn(app, anna.browser));
  const people = (await peopleOf(app)).map(({ name, role }) => [name, role]);
  assert.deepEqual(people, [["Olga", "owner"], ["Anna", "analyst"]]);
  assert.equal((await new SiteBrowser().get(anna.back)).status, 401, "another browser has not begun it");
  const ben = await through("ben");
  assert.equal(ben.page.status, 403);
  assert.match(ben.page.text, /has no role here/);
  assert.equal(await isSignedIn(app, ben.browser), false);
  assert.equal((await peopleOf(app)).length, 2);
  const browser = new SiteBrowser();
  const asked = await signIn(app, browser);
  const cancelled = await browser.get(/href="([^"]+abort)"/.exec(asked.text)![1]!, callback);
  const refused = await browser.get(cancelled.url.replace(PUBLIC, app.origin));
  assert.equal(refused.status, 401);
  assert.match(refused.text, /did not let you in/);
});

/** What is wrong with what came back: nobody is signed in, nothing is made. */
const ATTACKS: readonly (readonly [name: string, lies: Lies, status: number])[] = [
  ["another nonce", { claims: { nonce: "another" } }, 401],
  ["another issuer", { claims: { iss: "https://evil.example" } }, 401],
  ["another audience", { claims: { aud: "another" } }, 401],
  ["no signature", { header: { alg: "none" } }, 401],
  ["an expired token", { claims: { exp: 1_700_000_000 } }, 401],
  ["a role added after signing", { token: (token) => tampered(token, { groups: ["winnow-owners"] }) }, 401],
  ["another key", { foreignKey: true }, 401],
  ["a mix-up", { answer: { iss: "https://evil.example" } }, 401],
  ["a stolen code", { answer: { code: "stolen" } }, 401],
  ["no role", { claims: { groups: ["everyone"] } }, 403],
  ["no claim of roles", { claims: { groups: undefined }, userInfo: { sub: "anna-1" } }, 403],
  ["roles nested elsewhere", { claims: { groups: { fraud: ["winnow-owners"] } } }, 403],
  ["an address of another that is not verified", {
    claims: { email: "Olga@corp.example", email_verified: false, groups: ["winnow-owners"] },
  }, 403],
  ["an address of another without a word on it", {
    claims: { email: "olga@corp.example", email_verified: undefined },
  }, 403],
  ["a provider that fails", { responses: { "/token": () => new Response(null, { status: 500 }) } }, 503],
];

for (const [name, lies, status] of ATTACKS) {
  Deno.test(`nobody is signed in: ${name}`, async () => {
    await using hostile = await startHostileProvider();
    await using app = await startWith(hostile.issuer);
    hostile.lies = lies;
    const browser = new SiteBrowser();
    const page = await signIn(app, browser);
    assert.equal(page.status, status);
    assert.equal(page.headers.get("refresh"), null);
    assert.equal(browser.cookies(app.origin).has("winnow_session"), false);
    const people = await peopleOf(app);
    assert.deepEqual(people.map(({ name, provider }) => [name, provider]), [["Olga", undefined]]);
    assert.ok(app.log.every((line) => !/anna|olga|corp\.example/i.test(line)), "the log names nobody");
  });
}

Deno.test("an answer is taken only from the browser that began, once, and in time", async () => {
  await using hostile = await startHostileProvider();
  let time = Date.now();
  const clock = () => time;
  await using app = await startApp({ now: clock, env: settingsOf(hostile.issuer) });
  await addPerson(app, "owner");
  const callback = `${app.origin}${START}/callback`;
  const victim = new SiteBrowser();
  const { url } = await victim.get(`${app.origin}${START}`, callback);
  const attacker = new SiteBrowser();
  await attacker.get(`${app.origin}${START}`, callback);
  assert.equal((await attacker.get(url)).status, 401, "the state is of another browser");
  assert.equal((await new SiteBrowser().get(url)).status, 401, "no cookie at all");
  const forged = new SiteBrowser();
  forged.cookies(app.origin).set(
    "winnow_provider",
    [...victim.cookies(app.origin).get("winnow_provider")!].reverse().join(""),
  );
  assert.equal((await forged.get(url)).status, 401, "a cookie that this service did not make");
  time += 11 * 60_000;
  assert.equal((await victim.get(url)).status, 401, "too late");
  time -= 11 * 60_000;
  const again = await victim.get(`${app.origin}${START}`, callback);
  assert.equal((await victim.get(again.url)).status, 200);
  assert.equal((await victim.get(again.url)).status, 401, "a second time");
});

Deno.test("the way leads nowhere but to pages of the console", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  for (
    const next of [
      "https://evil.example/",
      "//evil.example",
      "/docs",
      "/console\\evil",
      "javascript:alert(1)",
    ]
  ) {
    const page = await signIn(app, new SiteBrowser(), next);
    assert.match(page.headers.get("refresh") ?? "", /^0; url=\/console(\/evil)?$/, next);
  }
});

Deno.test("the cookies: of the way there Lax, of the session Strict, neither for scripts", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer, { WINNOW_BASE_URL: "https://winnow.example" });
  const response = await fetch(`${app.origin}${START}`, { redirect: "manual" });
  await response.body?.cancel();
  const flow = response.headers.getSetCookie().find((line) => line.includes("winnow_provider"))!;
  assert.match(flow, /^__Host-winnow_provider=.*HttpOnly.*Secure.*SameSite=Lax/);
  assert.ok(!flow.includes("Domain"));
  const sent = new URL(response.headers.get("location")!).searchParams;
  assert.equal(sent.get("redirect_uri"), `https://winnow.example${START}/callback`);
  assert.equal(sent.get("code_challenge_method"), "S256");
  const back = await fetch(`${app.origin}${START}/callback?code=x&state=y`, { redirect: "manual" });
  await back.body?.cancel();
  assert.equal(back.headers.getSetCookie().some((line) => line.includes("winnow_session")), false);
});

Deno.test("a verified address joins the person whom an owner invited, with the role of the invitation", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  hostile.person = { ...ANNA, email: "OLGA@corp.example", sub: "olga-1" };
  assert.equal((await signIn(app, new SiteBrowser())).status, 200);
  const [olga, ...others] = await peopleOf(app);
  assert.deepEqual([others.length, olga!.role, olga!.invitation], [0, "owner", undefined]);
  hostile.person = { ...hostile.person, sub: "olga-2" };
  assert.equal(
    (await signIn(app, new SiteBrowser())).status,
    403,
    "an address that was given to somebody else",
  );
  hostile.person = { ...hostile.person, sub: "olga-1", groups: [] };
  assert.equal((await signIn(app, new SiteBrowser())).status, 403, "who has lost all roles at the provider");
});

Deno.test("an address that is not verified is found by nobody", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  hostile.person = { ...ANNA, email: "ben@corp.example", email_verified: false };
  assert.equal((await signIn(app, new SiteBrowser())).status, 200);
  assert.equal((await peopleOf(app))[1]!.unverified, true);
  hostile.person = {
    sub: "ben-1",
    email: "ben@corp.example",
    email_verified: true,
    name: "Ben",
    groups: ["readers"],
  };
  assert.equal((await signIn(app, new SiteBrowser())).status, 200);
  const people = (await peopleOf(app)).map(({ name, role }) => [name, role]);
  assert.deepEqual(people.slice(1), [["Anna", "analyst"], ["Ben", "viewer"]]);
});

Deno.test("a role follows the provider until an owner gives another; the last owner stays one", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  const { store } = app.app.services;
  const roleAfter = async (groups: readonly string[]) => {
    hostile.person = { ...ANNA, groups };
    assert.equal((await signIn(app, new SiteBrowser())).status, 200);
    return (await peopleOf(app)).find(({ name }) => name === "Anna")!.role;
  };
  assert.equal(await roleAfter(["fraud-team"]), "analyst");
  assert.equal(await roleAfter(["readers"]), "viewer");
  assert.equal(await roleAfter(["winnow-owners", "readers"]), "owner");
  const [olga, anna] = await peopleOf(app);
  await store.people.change(olga!.account, olga!.id, () => null);
  assert.equal(await roleAfter(["readers"]), "owner", "the only one");
  await addPerson(app, "owner");
  await store.people.change(anna!.account, anna!.id, (current) => ({ ...current!, role: "editor" }));
  assert.equal(await roleAfter(["winnow-owners"]), "editor", "an owner gave it");
});

Deno.test("a person of the provider is in one account, and names from outside are plain text", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer, { WINNOW_OIDC_ACCOUNT: "staff" });
  assert.equal((await signIn(app, new SiteBrowser())).status, 404, "there is no such account");
  await app.account("staff");
  assert.equal((await signIn(app, new SiteBrowser())).status, 404, "nobody of it was made");
  await addPerson(app, "owner", { account: "staff" });
  hostile.person = { ...ANNA, name: "<b>Anna\u0000\u202e</b> ".repeat(40) };
  assert.equal((await signIn(app, new SiteBrowser())).status, 200);
  assert.equal((await peopleOf(app)).length, 1);
  const [, anna] = await peopleOf(app, "staff");
  assert.ok(anna!.name.startsWith("<b>Anna </b>") && [...anna!.name].length <= 80, anna!.name);
});

Deno.test("without a person nobody signs in with the provider, and without settings there is none", async () => {
  await using hostile = await startHostileProvider();
  await using empty = await startApp({ env: settingsOf(hostile.issuer) });
  await using plain = await startApp();
  for (const app of [empty, plain]) {
    assert.doesNotMatch(
      (await new SiteBrowser().get(`${app.origin}/console/sign-in`)).text,
      /sign-in\/provider/,
    );
    assert.equal((await signIn(app, new SiteBrowser())).status, 404);
    assert.equal((await new SiteBrowser().get(`${app.origin}${START}/callback?code=a&state=b`)).status, 404);
  }
  assert.deepEqual(hostile.seen, []);
  await addPerson(empty, "viewer");
  assert.match(
    (await new SiteBrowser().get(`${empty.origin}/console/sign-in`)).text,
    /href="\/console\/sign-in\/provider\?next=/,
  );
  assert.equal((await signIn(empty, new SiteBrowser())).status, 200);
});

Deno.test("a provider that is down: the page for signing in says so, and other ways are open", async () => {
  const hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  await hostile[Symbol.asyncDispose]();
  const page = await signIn(app, new SiteBrowser());
  assert.equal(page.status, 503);
  assert.match(page.text, /cannot be reached now/);
  assert.match(page.text, /name="password"/);
  const visitor = new Visitor(app);
  assert.equal((await visitor.signIn(app.live)).path, "/console");
  assert.ok(app.log.some((line) => line.includes("provider_sign_in")));
});

Deno.test("who is refused is in the account's audit log, and who came in", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  await signIn(app, new SiteBrowser());
  hostile.person = { ...ANNA, sub: "ben-1", email: "ben@corp.example", groups: [] };
  await signIn(app, new SiteBrowser());
  const { text } = await app.ask("/v1/audit");
  for (const part of ["provider_no_role", "sign_in_failed", "person_joined", "signed_in"]) {
    assert.ok(text.includes(part), part);
  }
  assert.doesNotMatch(text, /corp\.example/);
});

Deno.test("failures are limited by network", async () => {
  await using hostile = await startHostileProvider();
  await using app = await startWith(hostile.issuer);
  const callback = `${app.origin}${START}/callback?code=a&state=b`;
  const browser = new SiteBrowser();
  for (let attempt = 0; attempt < 120; attempt++) assert.equal((await browser.get(callback)).status, 401);
  assert.equal((await browser.get(callback)).status, 429);
  assert.ok(!hostile.seen.some((path) => path.startsWith("/token")), "nothing is asked without a cookie");
  assert.equal((await new Visitor(app).signIn(app.live)).path, "/console", "other ways are not affected");
});

Deno.test("settings that are not complete or not safe are refused at the start", async () => {
  const rows: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ WINNOW_OIDC_CLIENT_ID: "" }, /WINNOW_OIDC_CLIENT_ID/],
    [{ WINNOW_OIDC_ROLES: "" }, /WINNOW_OIDC_ROLES/],
    [{ WINNOW_OIDC_ROLES: "groups:a=admin" }, /WINNOW_OIDC_ROLES must be a claim/],
    [{ WINNOW_OIDC_ISSUER: "http://sso.example" }, /WINNOW_OIDC_ISSUER must be an https URL/],
    [{ WINNOW_OIDC_ISSUER: "http://localhost.evil.example" }, /must be an https URL/],
    [{ WINNOW_OIDC_ISSUER: "https://user@sso.example" }, /must be an https URL/],
    [{ WINNOW_OIDC_ISSUER: "https://sso.example/?a=b" }, /must be an https URL/],
  ];
  for (const [env, says] of rows) {
    await assert.rejects(startApp({ env: { ...settingsOf("https://sso.example"), ...env } }), says);
  }
});
