/** Hooks in the console. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { clerk, hookScores, type MadeHook, makeHook, send, supabase } from "../../support/app/hooks.ts";
import { tokenOf, unescaped, Visitor } from "../../support/app/visitor.ts";
import { eventually } from "../../support/eventually.ts";

const OWN = `whsec_${new Uint8Array(32).fill(5).toBase64()}`;

async function signedIn(app: TestApp, key = app.live): Promise<Visitor> {
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  return visitor;
}

/** What a page shows to be copied. */
function shown(text: string, id: string): string | undefined {
  const found = new RegExp(`<code id="${id}">([^<]+)<`).exec(text)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

function hookOf(text: string): MadeHook {
  const path = new URL(shown(text, "hook-url")!).pathname;
  return { id: path.split("/").at(-1)!, path, secret: shown(text, "hook-secret")!.replace(/^v1,/, "") };
}

Deno.test("a hook for Supabase is made, used, changed, given another secret and deleted", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const made = await visitor.submit("/console/hooks", {
    kind: "supabase",
    mode: "observe",
    when_unsure: "refuse",
    secret: "",
  });
  assert.equal(made.status, 201);
  assert.match(shown(made.text, "hook-secret")!, /^v1,whsec_/, "as Supabase wants it");
  const hook = hookOf(made.text);
  const bad = () => send(app, hook, supabase({ email: "nobody@example.org" }));
  assert.equal((await bad()).text, "{}");
  const page = `/console/hooks/${hook.id}`;
  const saved = await visitor.submit(page, { mode: "enforce", when_unsure: "allow" });
  assert.match(saved.text, /Saved\./);
  assert.equal((await bad()).body.error.http_code, 403);
  await send(app, { ...hook, secret: OWN }, supabase({}));
  await eventually(
    async () => /Wrong signature<\/dt>\s*<dd>1, the last at/.test((await visitor.get(page)).text),
    "shown",
  );
  const { text } = await visitor.get(page);
  assert.match(text, /Block<\/dt>\s*<dd>2</);
  assert.equal(shown(text, "hook-secret"), undefined, "only once");
  assert.ok(!text.includes("whsec_8") && !text.includes(hook.secret));
  assert.match(
    (await visitor.get("/console/hooks")).text,
    new RegExp(`${hook.id}.*enforce; when unsure let pass`, "s"),
  );
  const replaced = await visitor.submit(page, { secret: OWN }, `${page}/secret`);
  assert.equal(shown(replaced.text, "hook-secret"), `v1,${OWN}`);
  assert.match(replaced.text, /The replaced secret is accepted until/);
  const rotated = hookOf((await visitor.submit(page, { secret: "" }, `${page}/secret`)).text);
  for (const secret of [hook.secret, OWN, rotated.secret]) {
    assert.equal((await send(app, { ...hook, secret }, supabase({ email: "a@gmail.com" }))).status, 200);
  }
  const deleted = await visitor.submit(page, {}, `${page}/delete`);
  assert.equal(deleted.path, "/console/hooks?deleted=1");
  assert.match(deleted.text, /There are no hooks yet/);
  assert.equal((await send(app, hook, supabase({}))).status, 401);
  assert.equal((await visitor.get(page)).status, 404);
  const log = (await visitor.get("/console/audit")).text;
  for (const words of ["Created a hook", "Changed a hook", "Deleted a hook"]) {
    assert.ok(log.includes(words), words);
  }
});

Deno.test("a hook for events, with pointers and types", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const fields = { kind: "standard_webhooks", mode: "observe", when_unsure: "allow", secret: OWN };
  const made = await visitor.submit("/console/hooks", {
    ...fields,
    email: " /data/mail ",
    ip: "",
    phone: "",
    user_id: "",
    types: "user.created, contact.created,",
  });
  assert.equal(made.status, 201, made.text);
  const hook = hookOf(made.text);
  assert.equal(hook.secret, OWN);
  const [listed] = (await app.ask("/v1/hooks")).body.hooks;
  assert.deepEqual([listed.pointers.email, listed.types], ["/data/mail", [
    "user.created",
    "contact.created",
  ]]);
  await send(app, hook, { type: "user.created", data: { mail: "a@gmail.com" } });
  await eventually(async () => (await hookScores(app)).length === 1, "scored");
  const [{ request_id }] = await hookScores(app);
  assert.match((await visitor.get(`/console/scores/${request_id}`)).text, /Source<\/dt>\s*<dd>hook</);
  const page = `/console/hooks/${hook.id}`;
  assert.match((await visitor.get(page)).text, /value="user.created, contact.created"/);
  await visitor.submit(page, { email: "", ip: "/x", phone: "", user_id: "", types: "" });
  const [changed] = (await app.ask("/v1/hooks")).body.hooks;
  assert.deepEqual([changed.pointers.email, changed.pointers.ip, changed.types], [null, "/x", []]);
  assert.equal((await send(app, hook, clerk("b@gmail.com"))).body.result, "queued");
});

Deno.test("what is wrong is said at its field, and nothing is made", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const rows: [Record<string, string>, RegExp][] = [
    [{ kind: "supabase", secret: "v1a,whsk_AAAA" }, /id="supabase-secret-error">[^<]*asymmetric/],
    [{ kind: "svix", secret: "x" }, /id="events-secret-error">[^<]*must begin with whsec_/],
    [{ kind: "svix", email: "data.email" }, /id="f-email-error">[^<]*must be a JSON Pointer/],
    [{ kind: "svix", types: "x".repeat(61) }, /id="f-types-error">[^<]*may have at most 60/],
    [{ kind: "auth0" }, /must be one of supabase, svix/],
    [{ kind: "supabase", mode: "off" }, /must be one of observe, enforce/],
  ];
  for (const [fields, says] of rows) {
    const page = await visitor.submit("/console/hooks", { mode: "observe", when_unsure: "allow", ...fields });
    assert.equal(page.status, 400, JSON.stringify(fields));
    assert.match(page.text, says);
  }
  assert.deepEqual((await app.ask("/v1/hooks")).body.hooks, []);
});

Deno.test("forms need the session's token and scope; a hook of another account is not there", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  const visitor = await signedIn(app);
  const page = `/console/hooks/${hook.id}`;
  for (const path of ["/console/hooks", page, `${page}/secret`, `${page}/delete`]) {
    assert.equal(
      (await visitor.post(path, { csrf: "wrong", kind: "svix", mode: "observe" })).status,
      403,
      path,
    );
  }
  const stranger = await signedIn(app, (await app.account("other")).key);
  const csrf = tokenOf((await stranger.get("/console/hooks")).text);
  assert.equal((await stranger.get(page)).status, 404);
  for (const path of [page, `${page}/secret`, `${page}/delete`]) {
    assert.equal(
      (await stranger.post(path, { csrf, mode: "observe", when_unsure: "allow" })).status,
      404,
      path,
    );
  }
  assert.ok(!(await stranger.get("/console/hooks")).text.includes(hook.id));
  const [still] = (await app.ask("/v1/hooks")).body.hooks;
  assert.deepEqual([still.mode, still.replaced_secret_until], ["enforce", null]);
});

Deno.test("Google's account protection is connected: its values are there, and what is wrong is at its field", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const { text } = await visitor.get("/console/hooks");
  for (
    const value of ["https://accounts.google.com/", "https://www.googleapis.com/oauth2/v3/certs", "google:"]
  ) {
    assert.ok(text.includes(`value="${value}"`), value);
  }
  const fields = {
    kind: "ssf",
    issuer: "https://accounts.google.com/",
    jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    external_id_prefix: "google:",
    authorization: "",
  };
  const wrong = await visitor.submit("/console/hooks", {
    ...fields,
    issuer: "https://mine.example/",
    audience: "",
  });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="f-audience-error">⚠ must be what the tokens name/);
  assert.ok(wrong.text.includes('value="https://mine.example/"'), "what was typed stays");
  const made = await visitor.submit("/console/hooks", { ...fields, audience: "a.apps, b.apps" });
  assert.equal(made.status, 201);
  assert.equal(shown(made.text, "hook-secret"), undefined, "it has none");
  const url = new URL(shown(made.text, "hook-url")!);
  assert.match(url.pathname, /^\/hooks\/ssf\/hook_/);
  const page = `/console/hooks/${url.pathname.split("/").at(-1)}`;
  assert.ok(made.text.includes('value="a.apps, b.apps"'));
  const saved = await visitor.submit(page, { ...fields, audience: "c.apps" });
  assert.match(saved.text, /Saved\./);
  const own = await visitor.submit(page, { authorization: "Bearer hidden-word" }, `${page}/secret`);
  assert.match(own.text, /Saved\./);
  assert.ok(!own.text.includes("hidden-word"));
  const [hook] = (await app.ask("/v1/hooks")).body.hooks;
  assert.deepEqual(hook.audience, ["c.apps"]);
  assert.ok(hook.replaced_secret_until);
  const refused = await app.ask(url.pathname, {
    key: null,
    method: "POST",
    raw: "x",
    headers: { "content-type": "application/secevent+jwt" },
  });
  assert.deepEqual([refused.status, refused.body.err], [400, "authentication_failed"]);
  await eventually(
    async () =>
      /Refused<\/dt>\s*<dd>1, the last at .*: authentication failed/.test((await visitor.get(page)).text),
    "shown",
  );
});
