/** Appeals attacked: tokens guessed, changed and of others, replays, scripts, headers of mail, floods. */
import assert from "node:assert/strict";
import { MAX_OPEN_APPEALS } from "../../../src/model/appeal.ts";
import { startApp } from "../../support/app/app.ts";
import { newestAppeal, pathOf, sendAppeal, stopped, switchOnAppeals } from "../../support/app/appeals.ts";
import { signedIn, unescaped, Visitor } from "../../support/app/visitor.ts";
import { startInYear } from "../../support/app/secrets.ts";
import { inFolder } from "../../support/folder.ts";

Deno.test("tokens that are invented, changed, of another store or of no appealable score are one same 404", async () => {
  await using app = await startApp();
  await using foreign = await startApp();
  await switchOnAppeals(app);
  await switchOnAppeals(foreign);
  const path = pathOf(await stopped(app));
  const allowed = (await app.ask("/v1/score/user", { json: { ip: "73.15.20.1" } })).body;
  const token = path.slice("/appeal/".length);
  const changed = Array.from(
    { length: token.length },
    (_, at) => `/appeal/${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`,
  );
  const paths = [
    ...changed,
    ...Array.from(
      { length: 100 },
      () =>
        `/appeal/${
          crypto.getRandomValues(new Uint8Array(64)).toBase64({ alphabet: "base64url", omitPadding: true })
        }`,
    ),
    pathOf(await stopped(foreign)),
    `/appeal/${token}A`,
    `/appeal/${token}=`,
    `/appeal/${token.slice(1)}`,
    `/appeal/${allowed.request_id}`,
    "/appeal/x",
    "/appeal/%00",
    `/appeal/${"A".repeat(4000)}`,
  ];
  const pages = new Set<string>();
  for (const wrong of paths) {
    const response = await fetch(app.origin + wrong);
    assert.equal(response.status, 404, wrong);
    assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    pages.add(await response.text());
    const sent = await sendAppeal(app, wrong);
    assert.equal(sent.status, 404);
    pages.add(sent.text);
  }
  assert.equal(pages.size, 1, "nothing is told");
  assert.deepEqual((await app.ask("/v1/appeals")).body.appeals, []);
});

Deno.test("another account neither sees nor decides an appeal", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const other = await app.account("other");
  await switchOnAppeals(app, other.key);
  await sendAppeal(app, pathOf(await stopped(app)));
  const { appeal_id } = await newestAppeal(app);
  assert.deepEqual((await app.ask("/v1/appeals", { key: other.key })).body.appeals, []);
  const path = `/v1/appeals/${appeal_id}`;
  assert.equal((await app.ask(path, { key: other.key })).status, 404);
  assert.equal((await app.ask(path, { key: other.key, json: { decision: "accepted" } })).status, 404);
  assert.equal((await newestAppeal(app)).state, "open");
  const label = await app.account("main", { scopes: ["feedback", "score"] });
  assert.equal((await app.ask(path, { key: label.key, json: { decision: "accepted" } })).status, 403);
});

Deno.test("many at once: one appeal is stored, and of decisions at the same time one counts", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const path = pathOf(await stopped(app));
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, at) => sendAppeal(app, path, { text: `no ${at}` })),
  );
  assert.equal(sent.filter(({ status }) => status === 200).length, 1);
  assert.equal(sent.filter(({ status }) => status === 409).length, 19);
  const { body } = await app.ask("/v1/appeals");
  assert.equal(body.appeals.length, 1);
  const decided = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      app.ask(`/v1/appeals/${body.appeals[0].appeal_id}`, {
        json: { decision: at % 2 === 0 ? "refused" : "accepted" },
      })),
  );
  assert.deepEqual(decided.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
});

Deno.test("what a person writes is text in the console, and cannot add a header to a mail", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const text = `<script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e\u0000\u001b[2J</textarea>`;
  const path = pathOf(await stopped(app));
  const addresses = [
    "a@b.com\r\nBcc: all@example.com",
    "a@b.com\nSubject: x",
    "a@b.com,c@d.com",
    "a@b.com;c@d.com",
    "<a@b.com>",
    '"a\r\n"@b.com',
    "Jane <a@b.com>",
    "a@b.com%0d%0aBcc:x@y.com",
    "a@[127.0.0.1]",
    `${"a".repeat(300)}@b.com`,
    "a b@c.com",
    "a@b",
  ];
  for (const reply_to of addresses) {
    const page = await sendAppeal(app, path, { text, reply_to });
    assert.equal(page.status, 400, reply_to);
    assert.ok(!page.text.includes("<script>alert") && !page.text.includes("<img"), "as it was sent");
  }
  assert.equal((await sendAppeal(app, path, { text, reply_to: "a.b+c@kestrelbyte.com" })).status, 200);
  const { text: stored } = await newestAppeal(app);
  assert.equal(stored, `<script>alert(1)</script><img src=x onerror=alert(1)>"'[2J</textarea>`);
  const page = await (await signedIn(app)).get("/console/appeals");
  assert.ok(!page.text.includes("<script>alert") && !page.text.includes("<img"));
  assert.ok(unescaped(page.text).includes("<script>alert(1)</script>"));
  const { appeal_id } = await newestAppeal(app);
  for (const note of ["a\r\nb", "x".repeat(501)]) {
    const { status, body } = await app.ask(`/v1/appeals/${appeal_id}`, {
      json: { decision: "refused", note },
    });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/note"]);
  }
  await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision: "refused", note: "<b>no</b>" } });
  const answer = await new Visitor(app).get(path);
  assert.ok(answer.text.includes("&lt;b&gt;no&lt;/b&gt;"));
});

Deno.test("forms of other sites, large ones and other methods are refused", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const path = pathOf(await stopped(app));
  const foreign = await new Visitor(app).post(path, { text: "x" }, {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  });
  assert.equal(foreign.status, 403);
  const large = await new Visitor(app).post(path, { text: "x".repeat(2_000_000) });
  assert.equal(large.status, 413);
  assert.equal((await app.ask(path, { key: null, method: "PUT", json: {} })).status, 405);
  assert.deepEqual((await app.ask("/v1/appeals")).body.appeals, []);
});

Deno.test("10,000 appeals: an account keeps a bounded number, a network sends a few, and everybody else is told", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  await switchOnAppeals(app);
  const send = async (path: string, network: number) => {
    const response = await app.app.fetch(
      new Request(app.origin + path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": `81.${network >> 8}.${network & 255}.1`,
        },
        body: "text=let+me+in",
      }),
      { remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 }, completed: Promise.resolve() },
    );
    return [response.status, await response.text()] as const;
  };
  const scores: string[] = [];
  for (let from = 0; from < 10_000; from += 100) {
    const made = await Promise.all(
      Array.from(
        { length: 100 },
        () => app.askDirectly("/v1/score/user", { json: { email: "someone@mailinator.com" } }),
      ),
    );
    scores.push(...made.map(({ body }) => pathOf(body)));
  }
  const counts = new Map<number, number>();
  for (let from = 0; from < scores.length; from += 50) {
    const sent = await Promise.all(
      scores.slice(from, from + 50).map((path, at) => send(path, (from + at) >> 4)),
    );
    for (const [status, text] of sent) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status !== 303) assert.match(text, /No more messages can be taken/);
    }
  }
  assert.equal((counts.get(303) ?? 0) + (counts.get(429) ?? 0), 10_000, JSON.stringify([...counts]));
  const kept = counts.get(303)!;
  assert.ok(kept >= MAX_OPEN_APPEALS && kept < MAX_OPEN_APPEALS + 50, `${kept}`);
  const many = await Promise.all(Array.from({ length: 80 }, () => send(scores[0]!, 40_000)));
  assert.deepEqual(many.map(([status]) => status), [...Array(60).fill(409), ...Array(20).fill(429)]);
  const { body } = await app.ask("/v1/appeals?state=open&limit=200");
  assert.equal(body.appeals.length, 200);
});

Deno.test("what people write is encrypted on disk", async () => {
  await inFolder(async (dataDir) => {
    const app = await startApp({ dataDir });
    try {
      await switchOnAppeals(app);
      const path = pathOf(await stopped(app));
      await sendAppeal(app, path, { text: "UNMISTAKABLE words", reply_to: "unmistakable@kestrelbyte.com" });
      assert.equal((await newestAppeal(app)).text, "UNMISTAKABLE words");
    } finally {
      await app.close();
    }
    for await (const entry of Deno.readDir(dataDir)) {
      if (!entry.isFile) continue;
      const text = new TextDecoder("latin1").decode(await Deno.readFile(`${dataDir}/${entry.name}`));
      assert.ok(!/unmistakable/i.test(text), entry.name);
    }
  });
});

Deno.test("after a rotation of the secret the addresses and texts of before are still read", async () => {
  await inFolder(async (dataDir) => {
    const one = await startInYear(0, { dataDir });
    await switchOnAppeals(one);
    const { live } = one;
    const [sent, silent] = [pathOf(await stopped(one)), pathOf(await stopped(one))];
    await sendAppeal(one, sent, { text: "from before", reply_to: "jane@kestrelbyte.com" });
    await one.close();
    const two = await startInYear(1, { dataDir });
    assert.equal((await sendAppeal(two, silent)).status, 200);
    assert.equal((await new Visitor(two).get(sent)).status, 200);
    const { body } = await two.ask("/v1/appeals", { key: live });
    assert.deepEqual(body.appeals.map(({ text }: { text: string }) => text), [
      "I was travelling.",
      "from before",
    ]);
    await two.close();
  });
});
