import assert from "node:assert/strict";
import { ERROR_CODES } from "../../../src/model/error.ts";
import { REASONS } from "../../../src/signals/agent/reasons.ts";
import {
  SAMPLE_ALERT,
  SAMPLE_ERASURE,
  SAMPLE_HOOK,
  SAMPLE_WEBHOOK,
  sampleAlert,
  sampleErasure,
  sampleHook,
  samplePerson,
  sampleWebhook,
} from "../../support/app/samples.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { sampleAppeal } from "../../support/app/appeals.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import { plantReviews } from "../../support/app/reviews.ts";
import { plantRing, refOf } from "../../support/app/ring.ts";
import { codeBlocks, unescaped, Visitor } from "../../support/app/visitor.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
/** The files that the pages show. */
const FILES = [
  ...[...Deno.readDirSync(`${ROOT}examples`)].map(({ name }) => `examples/${name}`),
  "src/signals/device/fp.d.ts",
];
/** Placeholders in the documents for ids that exist only in the reader's account. */
const SAMPLE_ASSIGNEE = "psn_019a9f3c2b7e70008a513f2d9c0e4b17";
const SAMPLE_REQUEST = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";
const SAMPLE_REF = "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX";
const SAMPLE_IMPORT = "imp_019a9f3c2b7e3f2d9c0e4b17";
const SAMPLE_RING = "ring_019a9f3c11d270008a513f2d9c0e4b17";
const SAMPLE_APPEAL = "apl_019a9f3c2b7e7f00a1b2c3d4e5f6";

const SAMPLE_CAMPAIGN = "cmp_019a9f3c2b7e000001000Zr1c0d3E";
const SAMPLE_SEND = "snd_0mfz3k1a0a1b2c3d4e5f6g7h8";
const SAMPLE_DECISION = "decisions/4711";
const SAMPLE_RULE = "0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c";
/** The one command whose answer is an error. */
const FAILS_ON_PURPOSE = "error-curl";
/** Blocks that clients/guide_test.ts and examples/recipes_test.ts run, in an empty folder, with what is shown as their answer. */
const INSTALLED = ["npm", "js", "pip", "python", "node", "app"];
/** Maps whose keys depend on the data, not on the shape. */
const MAPS = ["unknown", "facts_unknown", "facts_why", "by_kind", "components", "facts", "links", "details"];
/** Fields that are there only when they were given. */
const OPTIONAL = ["note", "trigger", "methods"];

async function linksOn(app: TestApp, path: string, pattern: RegExp): Promise<string[]> {
  const { text } = await app.ask(path, { key: null });
  return [...new Set([...text.matchAll(pattern)].map(([, link]) => link!))];
}

async function documentPages(app: TestApp): Promise<string[]> {
  const guides = await linksOn(app, "/docs", /href="(\/docs\/[a-z-]+)"/g);
  const operations = await linksOn(app, "/docs/api", /href="(\/docs\/api\/\w+)"/g);
  assert.ok(guides.length >= 10, guides.join());
  assert.ok(operations.length >= 25, operations.join());
  return ["/", "/docs", ...guides, ...operations];
}

async function bash(script: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `set -euo pipefail\n${script}`],
    env,
    cwd: ROOT,
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Every field of the example is in the answer, and is of its type where both are known. */
function assertShape(example: unknown, answer: unknown, place: string): void {
  if (example === null || answer === null) return;
  assert.equal(Array.isArray(answer), Array.isArray(example), place);
  assert.equal(typeof answer, typeof example, place);
  if (Array.isArray(example)) {
    const answers = answer as unknown[];
    if (example.length > 0 && answers.length > 0) assertShape(example[0], answers[0], `${place}/0`);
  } else if (typeof example === "object") {
    for (const [name, value] of Object.entries(example)) {
      const given = (answer as Record<string, unknown>)[name];
      const mayLack = MAPS.includes(place.split("/").at(-1)!) || OPTIONAL.includes(name);
      if (given === undefined && mayLack) continue;
      assert.notEqual(given, undefined, `${place}/${name} is not in the answer`);
      assertShape(value, given, `${place}/${name}`);
    }
  }
}

async function sampleDecision(app: TestApp): Promise<string> {
  await app.ask("/v1/rules", { json: { action: "block", values: ["198.51.100.99"] } });
  return (await app.ask("/v1/decisions?value=198.51.100.99")).body.decisions[0].id;
}

Deno.test("every command on the pages runs, and every answer shown is what it returns", async () => {
  await using app = await startApp();
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-docs-" });
  const agent = { url: "https://shop.example/", headers: {} };
  const [waiting] = await plantReviews(app, 1);
  const scored = await app.ask("/v1/score/user", { json: { ip: "185.220.101.1", agent } });
  const { ids, ringId } = await plantRing(app, 3);
  const ref = await refOf(app, ids[2]!, "device");
  await plantCampaign(app, 4);
  const campaigns = (await app.ask("/v1/campaigns?fresh=true")).body.campaigns;
  // To a key, as the account has no people.
  const assignee = (await app.account("main")).keyId;
  let run = 0;
  const shown = new Set<string>();
  try {
    for (const [index, path] of (await documentPages(app)).entries()) {
      const rule = await app.ask("/v1/rules", {
        json: { action: "block", values: [`rule${index}.example`] },
      });
      const { status, text: page } = await app.ask(path, { key: null });
      assert.equal(status, 200, path);
      const hook = await sampleHook(app);
      const alert = await sampleAlert(app);
      const named = await samplePerson(app);
      const erased = path.includes("Erasures") ? await sampleErasure(app) : named;
      const webhook = await sampleWebhook(app);
      const decided = path.includes("AgentDecisions")
        ? await app.ask("/v1/agent/authorize", {
          json: { url: "https://shop.example/", headers: {}, receipt: true },
        })
        : path.includes("postReviews")
        ? { body: { request_id: waiting } }
        : scored;
      const labelled = !path.includes("OutcomesImport") ? null : await app.ask("/v1/outcomes/import", {
        raw: `request_id,outcome\n${ids[0]},${path.includes("delete") ? "legit" : "fraud"}\n`,
        headers: { "content-type": "text/csv" },
      });
      const appeal = path.includes("AppealId") ? await sampleAppeal(app) : "";
      const decision = path.includes("DecisionId") ? await sampleDecision(app) : "";
      const erasure = path.includes("Erasures")
        ? (await app.ask("/v1/privacy/erase", { json: { user_id: "nobody" } })).body.receipt
        : "";
      const send = path.includes("GuardOutcome") || path === "/docs/sending"
        ? (await app.ask("/v1/guard/send", { json: { channel: "sms", to: "+442079460123" } })).body.send_id
        : "";
      let answer: unknown = null;
      for (const block of codeBlocks(page)) {
        const place = `${path} ${block.id}`;
        const text = erased(named(block.text)).replaceAll(SAMPLE_REQUEST, decided.body.request_id)
          .replaceAll(path.includes("postReviews") ? SAMPLE_ASSIGNEE : SAMPLE_REQUEST, assignee)
          .replaceAll(SAMPLE_APPEAL, appeal)
          .replaceAll(SAMPLE_CAMPAIGN, campaigns[0].campaign_id)
          .replaceAll(SAMPLE_DECISION, `decisions/${decision}`)
          .replaceAll(SAMPLE_RULE, rule.body.rules[0].id)
          .replaceAll(SAMPLE_HOOK, hook)
          .replaceAll(SAMPLE_REF, ref)
          .replaceAll(SAMPLE_RING, ringId)
          .replaceAll(SAMPLE_IMPORT, labelled?.body.import_id)
          .replaceAll(SAMPLE_ALERT, alert)
          .replaceAll(SAMPLE_ERASURE, erasure)
          .replaceAll(SAMPLE_SEND, send)
          .replaceAll(SAMPLE_WEBHOOK, webhook);
        if (block.run === "json") {
          assertShape(JSON.parse(block.text), answer, place);
          continue;
        }
        if (INSTALLED.includes(block.run ?? "")) {
          answer = null;
          continue;
        }
        if (block.run === "file") {
          const file = FILES.find((name) => name.split("/").at(-1)!.replaceAll(/[._]/g, "-") === block.id);
          assert.ok(file !== undefined, place);
          const text = (await Deno.readTextFile(`${ROOT}${file}`)).trim();
          assert.equal(block.text.trim(), text.replaceAll("http://127.0.0.1:8080", app.origin), place);
          shown.add(file);
          continue;
        }
        if (block.run === "event") {
          assert.deepEqual(Object.keys(JSON.parse(block.text)), ["type", "timestamp", "data"], place);
          continue;
        }
        assert.ok(block.run === "bash" || block.run === "winnow", `${place} is not run by anything`);
        const { code, out, err } = await bash(block.run === "winnow" ? `${WINNOW}\n${text}` : text, {
          API_KEY: app.live,
          WINNOW_DATA_DIR: dataDir,
          WINNOW_OFFLINE: "true",
          NO_COLOR: "1",
        });
        assert.equal(code, 0, `${place}: ${err}`);
        run++;
        if (block.run === "winnow") {
          assert.ok(out.length > 0, place);
          continue;
        }
        if (out === "") {
          assert.match(path, /compatReport|minfraud/, `${place} answered nothing`);
          continue;
        }
        answer = JSON.parse(out);
        const failed = "error" in (answer as object) || "title" in (answer as object);
        assert.equal(failed, block.id === FAILS_ON_PURPOSE, `${place}: ${out}`);
      }
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
  assert.ok(run >= 45, `${run} commands`);
  assert.deepEqual([...shown].sort(), [...FILES].sort(), "every example is on a page");
});

/** The program as the guide calls it. */
const WINNOW = `winnow() { "${Deno.execPath()}" run -A --unstable-kv --no-check main.ts "$@"; }`;

async function textOf(visitor: Visitor, path: string): Promise<string> {
  const { status, text } = await visitor.get(path);
  assert.equal(status, 200, path);
  return text;
}

Deno.test("every link inside the pages leads somewhere, its anchor too", async () => {
  await using app = await startApp();
  const pages = new Map<string, string>();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const wanted = new Set(["/", "/docs", "/console", "/signup"]);
  for (const link of wanted) {
    const path = link.split("#")[0]!;
    const page = pages.get(path) ?? await textOf(visitor, path);
    pages.set(path, page);
    assert.doesNotMatch(page, /<h1>Not found|page does not exist/, link);
    const anchor = link.split("#")[1];
    if (anchor !== undefined) assert.ok(page.includes(`id="${anchor}"`), `${link} has no such anchor`);
    for (const [, href] of page.matchAll(/href="([^"]*)"/g)) {
      const target = unescaped(href!);
      if (target.startsWith("#")) wanted.add(`${path}${target}`);
      else if (target.startsWith("/")) wanted.add(target);
      else assert.match(target, /^https:\/\/deno\.com/, `${path} links to ${target}`);
    }
  }
  assert.ok(pages.size > 40);
});

Deno.test("/docs/errors explains every code, and /docs/agents every reason, each under its anchor", async () => {
  await using app = await startApp();
  const errors = (await app.ask("/docs/errors", { key: null })).text;
  for (const code of Object.keys(ERROR_CODES)) assert.ok(errors.includes(`id="${code}"`), code);
  const agents = unescaped((await app.ask("/docs/agents", { key: null })).text);
  for (const [reason, { meaning, fix }] of Object.entries(REASONS)) {
    assert.ok(agents.includes(`id="${reason}"`), reason);
    assert.ok(agents.includes(meaning) && agents.includes(fix), reason);
  }
  assert.ok(agents.includes('id="policy"'));
});

Deno.test("the type of an error leads to its explanation", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/ip?ip=nonsense");
  const [page, anchor] = body.type.split("#");
  const { status, text } = await app.ask(page.slice(app.origin.length), { key: null });
  assert.equal(status, 200);
  assert.ok(text.includes(`id="${anchor}"`));
});

Deno.test("/docs/api is searched without a script, by all words", async () => {
  await using app = await startApp();
  const found = (query: string) => linksOn(app, `/docs/api?q=${query}`, /href="(\/docs\/api\/\w+)"/g);
  assert.deepEqual(
    await found("delete+rule"),
    ["/docs/api/deleteRules", "/docs/api/deleteRulesRuleId"].sort(),
  );
  assert.deepEqual(await found("BATCH"), ["/docs/api/postBatch"]);
  assert.deepEqual(await found("nonsense"), []);
});

Deno.test("the form of an endpoint sends the call: with a key, or as the signed-in account", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const path = "/docs/api/getScoreIp";
  const nobody = await visitor.submit(path, { "p-ip": "8.8.8.8" });
  assert.equal(nobody.status, 401);
  assert.match(nobody.text, /Enter a key, or sign in/);
  const withKey = await visitor.submit(path, { "p-ip": "8.8.8.8", key: app.test });
  assert.match(withKey.text, /Status 200/);
  assert.match(unescaped(withKey.text), /"ip": "8\.8\.8\.8"/);
  assert.ok(!withKey.text.includes(app.test), "the key is not shown again");
  const wrong = await visitor.submit(path, { "p-ip": "8.8.8.8", key: "wk_live_wrong" });
  assert.match(wrong.text, /Status 401/);
  await visitor.signIn(app.live);
  const before = (await app.ask("/v1/usage")).body.used;
  const asMe = await visitor.submit(path, { "p-ip": "nonsense" });
  assert.match(asMe.text, /Status 400/);
  await visitor.submit(path, { "p-ip": "8.8.8.8" });
  assert.equal((await app.ask("/v1/usage")).body.used, before + 1, "it is billed as ever");
  const body = await visitor.submit("/docs/api/postBatch", { body: '{"type":"ip","items":["8.8.8.8"]}' });
  assert.match(unescaped(body.text), /"succeeded": 1/);
  const imported = await visitor.submit("/docs/api/postRulesImport", {
    "p-action": "allow",
    body: "a.example\r\nb.example",
  });
  assert.match(unescaped(imported.text), /"imported": 2/);
  const missing = await visitor.submit("/docs/api/deleteRulesRuleId", { "p-rule_id": "" });
  assert.match(missing.text, /rule_id is part of the path/);
  const compat = await visitor.submit("/docs/api/compatGeoCountry", { "p-ip": "81.2.69.160", key: app.live });
  assert.match(unescaped(compat.text), /"iso_code": "GB"/);
});

Deno.test("no request from outside can pass as a signed-in caller", async () => {
  await using app = await startApp();
  const { status } = await app.ask("/v1/usage", {
    key: null,
    headers: { caller: "main", "x-caller": "main" },
  });
  assert.equal(status, 401);
});
