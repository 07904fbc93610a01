/**
 * Long text of awkward kinds in every header, parameter, field and form that is read: each request takes less than 50 ms of
 * processor time, so that nobody stalls the others with one.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { signedIn, tokenOf, Visitor } from "../../support/app/visitor.ts";
import { HEADER_TEXTS, type HostileText, TEXTS } from "../../support/fixtures/hostile_text.ts";

const LENGTH = 60_000;
/** What a header may have, so that it is parsed. */
const FITTING = 16_000;
/** What a query or a path may have. */
const FITTING_URL = 8_000;
const LIMIT_MS = 50;
/** A request that takes longer than most is sent again: a garbage collection happens once, an attack always. */
const AGAIN_MS = 10;
const ATTEMPTS = 5;

/** The most expensive request, for the report of the run. Processor time, so that a busy machine changes nothing. */
class Worst {
  milliseconds = 0;
  name = "";

  async measure(name: string, send: () => Promise<unknown>): Promise<void> {
    let best = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && best > AGAIN_MS; attempt++) {
      const before = process.cpuUsage();
      await send();
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    if (best > this.milliseconds) [this.milliseconds, this.name] = [best, name];
    assert.ok(best < LIMIT_MS, `${name}: ${best.toFixed(0)} ms`);
  }

  report(): void {
    console.log(`most processor time: ${this.milliseconds.toFixed(1)} ms, ${this.name}`);
  }
}

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = "application/x-www-form-urlencoded";
const SIGNUP = '{"ip":"8.8.8.8"}';

/** Every header that is read; `start` is what precedes the text so that it is parsed furthest. */
const HEADERS: readonly { header: string; path: string; start: readonly string[]; raw?: string }[] = [
  { header: "x-api-key", path: "/v1/score/ip?ip=8.8.8.8", start: ["", "wk_live_"] },
  { header: "authorization", path: "/v1/score/ip?ip=8.8.8.8", start: ["", "Bearer ", "Bearer wk_live_"] },
  { header: "authorization", path: "/geoip/v2.1/country/8.8.8.8", start: ["", "Basic ", "Basic YWFh"] },
  { header: "content-encoding", path: "/v1/score/user", start: ["", ",", "identity", "gzip"], raw: SIGNUP },
  {
    header: "content-type",
    path: "/v1/score/user",
    start: ["", "application/", "application/json;"],
    raw: SIGNUP,
  },
  { header: "content-type", path: "/v1/rules/import?action=block", start: ["", "text/csv;"], raw: "8.8.8.8" },
  { header: "content-type", path: "/minfraud/v2.0/score", start: ["", "application/json;"], raw: "{}" },
  {
    header: "content-type",
    path: "/",
    start: [FORM_TYPE, `${FORM_TYPE};`, "multipart/form-data; boundary=", "multipart/form-data; boundary=B;"],
    raw: "ip=8.8.8.8",
  },
  { header: "transfer-encoding", path: "/v1/score/user", start: ["", "chunked, "], raw: SIGNUP },
  { header: "content-length", path: "/v1/score/ip?ip=8.8.8.8", start: [""] },
  { header: "accept", path: "/minfraud/v2.0/score", start: ["", "application/json", "*/*"], raw: "{}" },
  { header: "accept-charset", path: "/minfraud/v2.0/score", start: ["", "utf-8", "*"], raw: "{}" },
  { header: "accept-language", path: "/appeal/x", start: ["", "de;q=", "x,"] },
  { header: "accept-encoding", path: "/fp.js", start: ["", "gzip", "gzip;q=", "*"] },
  { header: "if-none-match", path: "/fp.js", start: ["", 'W/"'] },
  { header: "cookie", path: "/console", start: ["", "winnow_session=", "winnow_form="] },
  { header: "cookie", path: "/winnow/challenge", start: ["", "winnow_pass="] },
  { header: "cookie", path: "/signup", start: ["winnow_form=", "a=b; winnow_form="] },
  { header: "origin", path: "/", start: ["", "https://"], raw: "ip=8.8.8.8" },
  { header: "referer", path: "/console", start: ["", "https://winnow.example/console/review?"] },
  { header: "sec-fetch-site", path: "/", start: ["", "same-origin"], raw: "ip=8.8.8.8" },
  { header: "x-forwarded-for", path: "/", start: ["", "8.8.8.8, "], raw: "ip=8.8.8.8" },
  { header: "x-forwarded-proto", path: "/signup", start: ["", "https"] },
  { header: "user-agent", path: "/winnow/challenge", start: ["", "Mozilla/5.0 ("] },
  { header: "x-real-ip", path: "/v1/edge/check", start: ["", "8.8.8.8", "::ffff:"] },
  { header: "x-fragment", path: "/", start: [""], raw: "ip=8.8.8.8" },
];

Deno.test("the table has every header that the code reads", async () => {
  const read = new Set<string>();
  for await (const text of sources(new URL("../../../src/http/", import.meta.url))) {
    for (const [, name] of text.matchAll(/\b(?:header|shortHeader)\((?:request\.)?c, "([a-z-]+)"\)/g)) {
      read.add(name!);
    }
    assert.doesNotMatch(
      text.replaceAll(/^export function (?:header|shortHeader)\b[^]*?^}/gm, ""),
      /req\.header\(|request\.headers\.get\(/,
    );
  }
  assert.deepEqual([...new Set(HEADERS.map(({ header }) => header))].sort(), [...read].sort());
});

async function* sources(folder: URL): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sources(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name)) yield await Deno.readTextFile(new URL(name, folder));
  }
}

Deno.test("headers", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" }, refusalPauseMs: 1 });
  const worst = new Worst();
  const refused = new Set<number>();
  for (const { header, path, start, raw } of HEADERS) {
    const isCompat = /^\/(minfraud|geoip)/.test(path);
    const key: Record<string, string> = header === "authorization" || header === "x-api-key"
      ? {}
      : isCompat
      ? basic(app.live)
      : { "x-api-key": app.live };
    for (const before of start) {
      for (const { name, text } of HEADER_TEXTS) {
        for (const length of [FITTING - before.length, LENGTH]) {
          const headers = {
            ...key,
            ...(path === "/" ? { "content-type": FORM_TYPE } : raw === undefined ? {} : JSON_TYPE),
            [header]: before + text(length),
          };
          await worst.measure(`${path} ${header}: ${before}${name} of ${length}`, async () => {
            // A length that is no number is refused by the runtime, which closes the connection.
            const answer = await app.ask(path, { key: null, headers, ...(raw === undefined ? {} : { raw }) })
              .catch(() => null);
            if (answer !== null) refused.add(answer.status);
            assert.ok(answer === null || answer.status < 500, `${path} ${header}: ${answer?.status}`);
          });
        }
      }
    }
  }
  assert.ok(refused.has(431));
  worst.report();
});

Deno.test("a header that is too long is 431, in the form of the path, and nothing is done", async () => {
  await using app = await startApp();
  const native = await app.ask("/v1/score/user", {
    json: { ip: "8.8.8.8" },
    headers: { "content-encoding": `,${"\t".repeat(LENGTH)}T` },
  });
  assert.deepEqual([native.status, native.body.code], [431, "header_too_long"]);
  assert.match(native.body.detail, /content-encoding/);
  const compat = await app.ask("/minfraud/v2.0/score", {
    key: null,
    json: { device: { ip_address: "8.8.8.8" } },
    headers: { ...basic(app.live), "accept": "a".repeat(LENGTH) },
  });
  assert.deepEqual([compat.status, compat.body.code], [431, "REQUEST_INVALID"]);
  const form = await app.ask("/", {
    key: null,
    raw: "ip=8.8.8.8",
    headers: { "content-type": `${FORM_TYPE};${" ".repeat(LENGTH)}!` },
  });
  assert.equal(form.status, 431);
  const url = await app.ask(`/v1/score/ip?ip=${"1".repeat(LENGTH)}`);
  assert.deepEqual([url.status, url.body.code], [414, "url_too_long"]);
  const compatUrl = await app.ask(`/geoip/v2.1/city/${"1".repeat(LENGTH)}`, {
    key: null,
    headers: basic(app.live),
  });
  assert.deepEqual([compatUrl.status, compatUrl.body.code], [400, "REQUEST_INVALID"]);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("parameters of queries and paths", async () => {
  await using app = await startApp();
  const worst = new Worst();
  const { paths } = (await app.ask("/openapi.json")).body as {
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
  };
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters.map((parameter) => ({ ...parameter, path, method: method.toUpperCase() }))
    )
  );
  const pages = ["/docs/api?q", "/console/sign-in?next", "/docs/errors?x"].map((given) => {
    const [path = "", name = ""] = given.split("?");
    return { in: "query", name, path, method: "GET" };
  });
  assert.ok(targets.length > 20);
  for (const { in: place, name, path, method } of [...targets, ...pages]) {
    for (const hostile of TEXTS) {
      for (const raw of [true, false]) {
        const target = (text: string) => {
          const fitting = raw
            ? text.replace(/[^\x21-\x7e]|[#?]/g, "%20")
            : encodeURIComponent(text.toWellFormed());
          const value = fitting.slice(0, FITTING_URL);
          return place === "path"
            ? path.replace(/\{\w+\}/g, () => value)
            : `${path.replace(/\{\w+\}/g, "1")}?${name === "ip" ? "" : "ip=8.8.8.8&"}${name}=${value}`;
        };
        const url = target(hostile.text(FITTING_URL));
        await worst.measure(`${method} ${path} ${name}: ${hostile.name}`, async () => {
          const headers = path.startsWith("/compat") ? basic(app.live) : { "x-api-key": app.live };
          const ask = { key: null, headers, method, ...(method === "POST" ? { raw: "{}" } : {}) };
          const { status } = await app.askDirectly(url, ask);
          assert.ok(status < 500, `${method} ${path} ${name}, ${hostile.name}: ${status}`);
        });
      }
    }
  }
  for (const separator of ["&", "&a", "&a=", "=", "&=", "?", "&%", "&+"]) {
    const query = separator.repeat(FITTING_URL / separator.length);
    await worst.measure(`many of ${separator}`, () => app.askDirectly(`/v1/score/ip?${query}`));
  }
  worst.report();
});

const SIGNATURE_INPUT = 'sig1=("@authority");created=1;keyid="k";tag="web-bot-auth"';
const AGENT = {
  method: "GET",
  url: "https://example.org/a?b=c",
  headers: {
    "Signature-Agent": '"https://agent.example"',
    "Signature-Input": SIGNATURE_INPUT,
    "Signature": "sig1=:AAAA:",
    "X-Other": "x",
  },
};
const DEVICE_SIGNALS = {
  user_agent: "Mozilla/5.0",
  timezone: "Europe/Berlin",
  screen: "1920x1080",
  languages: "en",
  webgl_renderer: "x",
};
const BODIES: readonly [path: string, body: unknown, method?: string][] = [
  ["/v1/score/user", {
    ip: "8.8.8.8",
    email: "a@gmail.com",
    phone: "+442083661177",
    phone_country: "GB",
    domain: "example.org",
    device_id: "0123456789abcdef0123456789abcdef",
    device_signals: DEVICE_SIGNALS,
    agent: AGENT,
    strictness: "strict",
  }],
  ["/v1/score/device", { device_id: "0123456789abcdef0123456789abcdef", signals: DEVICE_SIGNALS }],
  ["/v1/batch", { type: "ip", items: ["8.8.8.8"] }],
  ["/v1/batch", { type: "email", items: ["a@gmail.com"] }],
  ["/v1/batch", { type: "phone", items: ["+442083661177"], phone_country: "GB" }],
  ["/v1/batch", { type: "domain", items: ["example.org"] }],
  ["/v1/report", { kind: "email", value: "a@gmail.com", values: ["b@gmail.com"] }],
  ["/v1/report", { kind: "phone", value: "+442083661177" }],
  ["/v1/report", { kind: "domain", value: "example.org" }],
  ["/v1/report", { kind: "ip", value: "8.8.4.4" }],
  ["/v1/outcome", { request_id: "req_1", outcome: "fraud" }],
  ["/v1/events", {
    user_id: "u",
    type: "email_changed",
    ip: "8.8.8.8",
    device_id: "0123456789abcdef0123456789abcdef",
  }],
  ["/v1/guard/send", {
    channel: "sms",
    to: "+442083661177",
    purpose: "signup",
    ip: "8.8.8.8",
    device: "d-1",
    user_id: "u-1",
    email: "a@gmail.com",
    request_id: "req_1",
  }],
  ["/v1/guard/outcome", { send_id: "snd_x", status: "verified" }],
  ["/v1/verify/agent", AGENT],
  ["/v1/score/login", { user_id: "u", ip: "8.8.8.8", device_id: "0123456789abcdef", user_agent: "curl/8" }],
  ["/v1/agent/authorize", AGENT],
  ["/v1/agent/policy", {
    rules: [{ operator: "example.org", path: "/a/*", methods: ["GET"], action: "deny" }],
  }, "PUT"],
  ["/v1/rules", {
    action: "block",
    values: ["8.8.8.8", "example.org"],
    note: "x",
    expires_at: "2030-01-01T00:00:00Z",
  }],
  ["/minfraud/v2.0/insights", {
    device: { ip_address: "8.8.8.8", user_agent: "x", accept_language: "en" },
    email: { address: "a@gmail.com", domain: "gmail.com" },
    billing: { phone_number: "2083661177", phone_country_code: "44", country: "GB", first_name: "a" },
    event: { transaction_id: "1", time: "2030-01-01T00:00:00Z", type: "purchase" },
    custom_inputs: { key: "value" },
  }],
  ["/minfraud/v2.0/transactions/report", {
    ip_address: "8.8.8.8",
    tag: "chargeback",
    notes: "x",
    minfraud_id: "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
    transaction_id: "1",
  }],
];

/** The body with the text in place of one string, or of one key; one after the other. */
function* withText(body: unknown, text: string): Generator<unknown> {
  if (typeof body === "string") yield text;
  else if (Array.isArray(body)) {
    for (const [index, item] of body.entries()) {
      for (const changed of withText(item, text)) yield body.with(index, changed);
    }
  } else if (typeof body === "object" && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      for (const changed of withText(value, text)) yield { ...body, [name]: changed };
    }
    yield { ...body, [text]: "x" };
  }
}

async function sendBody(app: TestApp, path: string, raw: string, method = "POST"): Promise<void> {
  const isCompat = path.startsWith("/minfraud");
  const headers = { ...JSON_TYPE, ...(isCompat ? basic(app.live) : { "x-api-key": app.live }) };
  const { status } = await app.askDirectly(path, { key: null, method, headers, raw });
  assert.ok(status < 500, `${path}: ${status}`);
}

/** The longest text for a body of this path. */
const lengthFor = (path: string) => path.startsWith("/minfraud") ? 18_000 : LENGTH;

Deno.test("fields of bodies", async () => {
  await using app = await startApp();
  const worst = new Worst();
  for (const [path, body, method] of BODIES) {
    for (const { name, text } of TEXTS) {
      for (const changed of withText(body, text(lengthFor(path)).toWellFormed())) {
        await worst.measure(`${path} ${name}`, () => sendBody(app, path, JSON.stringify(changed), method));
      }
    }
  }
  worst.report();
});

Deno.test("fields of the length that their schema allows", async () => {
  await using app = await startApp();
  const worst = new Worst();
  for (const [path, body, method] of BODIES) {
    for (const { name, text } of TEXTS) {
      for (const length of [64, 253]) {
        for (const changed of withText(body, text(length).toWellFormed())) {
          await worst.measure(
            `${path} ${name} of ${length}`,
            () => sendBody(app, path, JSON.stringify(changed), method),
          );
        }
      }
    }
  }
  worst.report();
});

Deno.test("whole bodies", async () => {
  await using app = await startApp();
  const worst = new Worst();
  const paths = [...new Set(BODIES.map(([path]) => path))];
  const texts: HostileText[] = [
    ...TEXTS,
    { name: "nested objects", text: (length) => '{"a":'.repeat(length / 5) },
    { name: "nested arrays", text: (length) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}` },
    { name: "a long number", text: (length) => `{"strictness":${"1".repeat(length - 20)}}` },
  ];
  for (const { name, text } of texts) {
    for (const path of paths) {
      await worst.measure(`${path} ${name}`, () => sendBody(app, path, text(lengthFor(path)).toWellFormed()));
    }
    for (const type of ["text/plain", "text/csv"]) {
      await worst.measure(
        `import as ${type}: ${name}`,
        () =>
          app.askDirectly("/v1/rules/import?action=block&dry_run=true", {
            raw: text(LENGTH).toWellFormed(),
            headers: { "content-type": type },
          }),
      );
    }
  }
  worst.report();
});

/** The form that tries an endpoint, in its documentation. */
const TRY_FORM = "/docs/api/getScoreIp";

const FORMS: readonly [path: string, fields: Record<string, string>][] = [
  ["/signup", { name: "a", email: "a@example.org" }],
  ["/console/sign-in", { key: "wk_live_x", next: "/console" }],
  [TRY_FORM, { "p-ip": "8.8.8.8", key: "x" }],
  ["/console/rules/new", { values: "8.8.8.8", action: "block", note: "x", expires_at: "" }],
  ["/console/rules/import", { text: "8.8.8.8", action: "block" }],
  ["/console/outcomes/import", { text: "user_id,outcome\nu,ja", "word.0": "x", "meaning.0": "fraud" }],
  ["/console/agents/try", { request: "GET / HTTP/1.1\nHost: example.org" }],
  ["/console/keys", { name: "x", mode: "test" }],
];

Deno.test("fields of forms", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  const worst = new Worst();
  let visits = 0;
  /** Each visit from another network, so that none is refused for its number. */
  const from = () => ({ "x-forwarded-for": `11.${visits >> 8 & 255}.${visits++ & 255}.1` });
  for (const { name, text } of TEXTS) {
    for (const field of ["ip", "email", "phone"]) {
      await worst.measure(`/ ${field}: ${name}`, async () => {
        const { status } = await new Visitor(app).post("/", { [field]: text(LENGTH).toWellFormed() }, from());
        assert.ok(status < 500 && status !== 403 && status !== 429, `${status}`);
      });
    }
  }
  const inside = await signedIn(app);
  for (const [path, fields] of FORMS) {
    const visitor = path.startsWith("/console/") && path !== "/console/sign-in" ? inside : new Visitor(app);
    const csrf = tokenOf((await visitor.get(path.replace(/\/try$/, ""))).text);
    for (const { name, text } of TEXTS) {
      for (const changed of withText(fields, text(LENGTH).toWellFormed())) {
        await worst.measure(`${path} ${name}`, async () => {
          if (visitor !== inside) visitor.cookies.delete("winnow_session"); // of a sign-up that succeeded
          const { status } = await visitor.post(path, { csrf, ...changed as Record<string, string> }, from());
          // 403 where the address may not sign up.
          const expected = [200, 201, 400, 401, 413, 429, ...(path === "/signup" ? [403] : [])];
          assert.ok(expected.includes(status), `${path}: ${status}`);
        });
      }
    }
  }
  worst.report();
});
