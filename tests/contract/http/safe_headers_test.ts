/** Headers that limit what a browser does with a response, and those that hold where the public address is https. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, Visitor } from "../../support/app/visitor.ts";
import { STYLE } from "../../../src/http/site/assets.ts";
import { FINGERPRINT_PATH } from "../../../src/http/pages/fingerprint.ts";

const HTTPS = { WINNOW_BASE_URL: "https://risk.example.com", WINNOW_SECURITY_CONTACT: "a@example.com" };

/** One path for each kind of response. */
const PATHS: readonly [path: string, status: number, kind: "page" | "script" | "asset" | "other"][] = [
  ["/", 200, "page"],
  ["/signup", 200, "page"],
  ["/docs", 200, "page"],
  ["/console/sign-in", 200, "page"],
  ["/console", 303, "other"],
  ["/console/rules.csv", 303, "other"],
  ["/agents/denied?reason=expired", 200, "page"],
  ["/fp.js", 200, "script"],
  ["/fp.d.ts", 200, "other"],
  [FINGERPRINT_PATH, 200, "script"],
  [STYLE.url, 200, "asset"],
  ["/assets/none.css", 404, "other"],
  ["/healthz", 200, "other"],
  ["/readyz", 200, "other"],
  ["/metrics", 200, "other"],
  ["/openapi.json", 200, "other"],
  ["/.well-known/security.txt", 200, "other"],
  ["/v1/usage", 200, "other"],
  ["/v1/score/ip?ip=8.8.8.8", 200, "other"],
  ["/v1/score/ip?ip=x", 400, "other"],
  ["/v1/nothing", 404, "other"],
  ["/geoip/v2.1/city/8.8.8.8", 401, "other"],
];

Deno.test("every response says that it is what it says, and may not be framed", async () => {
  await using app = await startApp({ env: HTTPS });
  for (const [path, status, kind] of PATHS) {
    const { headers, ...answer } = await app.ask(path);
    assert.equal(answer.status, status, path);
    assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    assert.match(
      headers.get("content-security-policy") ?? "",
      /default-src 'none'.*frame-ancestors 'none'/,
      path,
    );
    if (kind === "page") {
      assert.equal(headers.get("referrer-policy"), "same-origin", path);
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin", path);
    }
    const resource = headers.get("cross-origin-resource-policy");
    if (kind === "script") assert.equal(resource, "cross-origin", "other sites load the script");
    if (kind === "page" || kind === "asset") assert.equal(resource, "same-origin", path);
  }
  const csv = await (await signedIn(app)).get("/console/rules.csv");
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(csv.headers.get("x-content-type-options"), "nosniff");
  assert.match(csv.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
});

Deno.test("where the public address is https, every response asks browsers to stay with https", async () => {
  for (
    const [env, expected] of [[HTTPS, "max-age=15552000"], [
      { ...HTTPS, WINNOW_BASE_URL: "http://x.example" },
      null,
    ]] as const
  ) {
    await using app = await startApp({ env });
    for (const [path] of PATHS) {
      const { headers } = await app.ask(path);
      assert.equal(headers.get("strict-transport-security"), expected, path);
    }
    for (const method of ["HEAD", "OPTIONS", "DELETE"]) {
      const { headers } = await app.ask("/docs", { method });
      assert.equal(headers.get("strict-transport-security"), expected, method);
    }
  }
});

/** Lines of Set-Cookie of a page. */
async function cookiesOf(app: TestApp, path: string): Promise<string[]> {
  const response = await fetch(`${app.origin}${path}`, { redirect: "manual" });
  await response.body?.cancel();
  return response.headers.getSetCookie();
}

Deno.test("where the public address is https, cookies have the __Host- prefix and what it demands", async () => {
  await using app = await startApp({ env: HTTPS });
  const [form] = await cookiesOf(app, "/console/sign-in");
  assert.match(form!, /^__Host-winnow_form=[^;]+; .*Path=\/.*HttpOnly; Secure; SameSite=Strict/);
  assert.doesNotMatch(form!, /Domain/i);
  const visitor = await signedIn(app);
  assert.deepEqual([...visitor.cookies.keys()].sort(), ["__Host-winnow_form", "__Host-winnow_session"]);
  assert.match((await visitor.get("/console")).path, /^\/console$/);

  const token = visitor.cookies.get("__Host-winnow_session")!;
  const plain = new Visitor(app);
  plain.cookies.set("winnow_session", token);
  assert.match(
    (await plain.get("/console")).path,
    /^\/console\/sign-in/,
    "a cookie of the plain name opens nothing",
  );
  const forged = new Visitor(app);
  await forged.get("/console/sign-in");
  forged.cookies.set("winnow_form", forged.cookies.get("__Host-winnow_form")!);
  forged.cookies.delete("__Host-winnow_form");
  const refused = await forged.post("/console/sign-in", { key: app.live, next: "", csrf: "x" });
  assert.equal(refused.status, 403);

  visitor.cookies.set("winnow_session", "left from before");
  const left = await visitor.submit("/console", {}, "/console/sign-out");
  assert.match(left.text, /You have signed out/);
  assert.deepEqual([...visitor.cookies.keys()], ["__Host-winnow_form"], "both names are removed");
  visitor.cookies.set("__Host-winnow_session", token);
  assert.match((await visitor.get("/console")).path, /sign-in/, "the session has ended, not only its cookie");
});

Deno.test("without https the names are plain, and the prefixed ones open nothing", async () => {
  for (const env of [{}, { WINNOW_BASE_URL: "http://risk.example.com" }, { WINNOW_TRUST_PROXY: "true" }]) {
    await using app = await startApp({ env });
    const visitor = await signedIn(app);
    assert.deepEqual([...visitor.cookies.keys()].sort(), ["winnow_form", "winnow_session"]);
    const other = new Visitor(app);
    other.cookies.set("__Host-winnow_session", visitor.cookies.get("winnow_session")!);
    assert.match((await other.get("/console")).path, /sign-in/);
    const left = await visitor.submit("/console", {}, "/console/sign-out");
    assert.match(left.text, /You have signed out/);
    assert.deepEqual([...visitor.cookies.keys()], ["winnow_form"]);
  }
});
