/** Backtests by upload in the console. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, Visitor } from "../../support/app/visitor.ts";
import { csvOf, syntheticRows } from "../../support/backtest/synthetic.ts";
import { eventually } from "../../support/eventually.ts";

const FIELDS = { linkage: "score", strictness: "balanced", delay: "14d" };
const PAGE = "/console/backtest";

function upload(csv: string): File {
  return new File([csv], "past.csv", { type: "text/csv" });
}

async function visitorOf(app: TestApp, account: string): Promise<Visitor> {
  const { key } = await app.account(account);
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  return visitor;
}

/** Waits until the page no longer shows one that runs. */
async function ended(visitor: Visitor): Promise<string> {
  let text = "";
  await eventually(async () => {
    text = (await visitor.get(PAGE)).text;
    return !text.includes(">Cancel<");
  }, "the backtest ends");
  return text;
}

Deno.test("an upload becomes a report, for its account only, and leaves the account as it was", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const rows = syntheticRows({ rows: 300 });
  const started = await visitor.submit(PAGE, { ...FIELDS, file: upload(csvOf(rows)) });
  assert.match(started.text, /Newest backtest/);
  assert.equal(started.headers.get("refresh"), "3");
  const again = await visitor.post(PAGE, {
    csrf: /name="csrf" value="([^"]+)"/.exec(started.text)![1]!,
    ...FIELDS,
    file: upload(csvOf(rows)),
  });
  assert.equal(again.status, 429, "one at a time");
  const other = await visitorOf(app, "other");
  assert.equal((await other.submit(PAGE, { ...FIELDS, file: upload(csvOf(rows)) })).status, 503);
  assert.match(await ended(visitor), /View the report/);
  const report = await visitor.get(`${PAGE}/report`);
  assert.match(report.text, /300 sign-ups/);
  assert.match(report.headers.get("content-security-policy")!, /default-src 'none'.*sandbox/);
  assert.equal(report.headers.get("cache-control"), "no-store");
  const download = await visitor.get(`${PAGE}/report?download=1`);
  assert.match(download.headers.get("content-disposition")!, /attachment/);
  assert.equal(download.text, report.text);
  for (const { email, device, ip, phone } of rows) {
    for (const value of [email, device, ip, phone]) {
      assert.ok(value === "" || !report.text.includes(value), `${value} is masked`);
    }
  }
  assert.equal((await other.get(`${PAGE}/report`)).status, 404, "another account's");
  assert.doesNotMatch((await other.get(PAGE)).text, /Newest backtest/);
  const { body: usage } = await app.ask("/v1/usage");
  assert.equal(usage.used, 0, "nothing is billed");
  const { account } = await app.account("main");
  assert.equal((await app.app.services.store.accountData.count(account.id)).scores, 0, "no score is stored");
  const gone = await visitor.submit(PAGE, {}, `${PAGE}/remove`);
  assert.doesNotMatch(gone.text, /Newest backtest/);
  assert.equal((await visitor.get(`${PAGE}/report`)).status, 404);
});

Deno.test("a running one can be cancelled, and another started", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  await visitor.submit(PAGE, { ...FIELDS, file: upload(csvOf(syntheticRows({ rows: 20_000 }))) });
  assert.doesNotMatch((await visitor.submit(PAGE, {}, `${PAGE}/remove`)).text, /Newest backtest/);
  await visitor.submit(PAGE, { ...FIELDS, file: upload(csvOf(syntheticRows({ rows: 50 }))) });
  assert.match(await ended(visitor), /View the report/);
});

Deno.test("another process of the same store shows and cancels it; scoring goes on meanwhile", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const visitor = await signedIn(app);
  await visitor.submit(PAGE, { ...FIELDS, file: upload(csvOf(syntheticRows({ rows: 20_000 }))) });
  const elsewhere = new Visitor(second);
  for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value);
  assert.match((await elsewhere.get(PAGE)).text, />Cancel</);
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
  await elsewhere.submit(PAGE, {}, `${PAGE}/remove`);
  const other = await visitorOf(app, "other");
  await eventually(async () => {
    const { status } = await other.submit(PAGE, {
      ...FIELDS,
      file: upload(csvOf(syntheticRows({ rows: 20 }))),
    });
    return status === 200;
  }, "the process is free again");
});

const REFUSED: readonly { name: string; csv: string; fields?: Record<string, string>; says: RegExp }[] = [
  { name: "no file", csv: "", says: /Choose a file/ },
  { name: "no time", csv: "ip,fraud\n8.8.8.8,1\n", says: /time of a sign-up/ },
  { name: "no value", csv: "time,fraud\n2026-01-01,1\n", says: /like an IP address/ },
  {
    name: "a column that is not there",
    csv: "time,ip\n",
    fields: { column_ip: "x<b>y" },
    says: /no column &quot;x&lt;b&gt;y&quot;/,
  },
  { name: "a label delay", csv: "time,ip\n", fields: { delay: "soon" }, says: /14d, 36h or 0/ },
  { name: "a strictness", csv: "time,ip\n", fields: { strictness: "9" }, says: /not valid/ },
  { name: "UTF-16", csv: "\ufeff", fields: {}, says: /empty/ },
];

Deno.test("what cannot be used is said at once, and the form keeps what was entered", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  for (const { name, csv, fields, says } of REFUSED) {
    const { status, text } = await visitor.submit(PAGE, { ...FIELDS, ...fields, file: upload(csv) });
    assert.equal(status, 400, name);
    assert.match(text, says, name);
    assert.doesNotMatch(text, /Newest backtest/, name);
  }
  const kept = await visitor.submit(PAGE, {
    ...FIELDS,
    column_label: "truth?",
    delay: "3d",
    file: upload("a,b\n1,2\n"),
  });
  assert.match(kept.text, /value="truth\?"/);
  assert.match(kept.text, /value="3d"/);
});

Deno.test("a file with too many rows, or without one that can be read, fails with the reason", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const many = `time,ip\n${"2026-01-01,8.8.8.8\n".repeat(50_001)}`;
  await visitor.submit(PAGE, { ...FIELDS, file: upload(many) });
  assert.match(await ended(visitor), /more than 50000 rows/);
  await visitor.submit(PAGE, { ...FIELDS, file: upload("time,ip\nyesterday,8.8.8.8\n") });
  assert.match(await ended(visitor), /line 2: its time cannot be read/);
});

Deno.test("uploads need a session, the form's token, the scope, and fit the limit", async () => {
  await using app = await startApp();
  const file = upload("time,ip\n2026-01-01,8.8.8.8\n");
  const anonymous = await new Visitor(app).post(PAGE, { ...FIELDS, file });
  assert.match(anonymous.path, /sign-in/);
  const visitor = await signedIn(app);
  assert.equal((await visitor.post(PAGE, { ...FIELDS, csrf: "wrong", file })).status, 403);
  const headers = { origin: "https://evil.example" };
  assert.equal((await visitor.post(PAGE, { ...FIELDS, csrf: "", file }, headers)).status, 403);
  const large = upload("x".repeat(12 * 1024 * 1024 + 1));
  assert.equal((await visitor.post(PAGE, { ...FIELDS, csrf: "", file: large })).status, 413);
  const { key } = await app.account("main", { scopes: ["console"] });
  const unscoped = new Visitor(app);
  await unscoped.signIn(key);
  assert.equal((await unscoped.submit(PAGE, { ...FIELDS, file })).status, 403);
  assert.doesNotMatch((await visitor.get(PAGE)).text, /Newest backtest/);
});
