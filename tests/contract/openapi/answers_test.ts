/** Every success that the document describes, from the real application, with nothing in it that the document does not name. */
import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp } from "../../support/app/app.ts";
import { sendAppeal } from "../../support/app/appeals.ts";
import { personSession } from "../../support/app/person.ts";
import { SAMPLE_DELIVERY, sampleWebhook } from "../../support/app/samples.ts";
import { withOnlineApp } from "../../support/app/online.ts";
import { type Call, JudgedApp } from "../../support/openapi/judged.ts";
import { zone } from "../../support/servers/dns_server.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
const UNSIGNED = { url: "https://shop.example/", headers: { "User-Agent": "curl" } };
const SIGNED = {
  method: "POST",
  url: "https://shop.example/",
  headers: {
    "Signature-Agent": 'sig1="https://agent.example"',
    "Signature-Input":
      'sig1=("@authority" "signature-agent";key="sig1");created=1;expires=2;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="web-bot-auth"',
    "Signature": `sig1=:${"A".repeat(86)}==:`,
  },
};

type Row = readonly [operation: string, call: Call];

/** Calls that need nothing but the account and its rules; most are made again after reports and labels. */
const SCORES: readonly Row[] = [
  ...["185.220.101.1", "8.8.8.8", "10.0.0.1", "2001:4860:4860::8888", "203.0.113.7", "198.51.100.7"].map(
    (ip): Row => ["getScoreIp", { query: { ip } }],
  ),
  ...[
    "jane.doe@gmail.com",
    "a@mailinator.com",
    "x@example.com",
    "info@gmial.com",
    "xkq7z9vw2@web.de",
    "a@b@c",
  ]
    .map((email): Row => ["getVerifyEmail", { query: { email } }]),
  ...[
    "+442079460123",
    "+442083661177",
    "020 8366 1177",
    "+15005550006",
    "123",
    "+999123456789",
    "+4930",
    "banana",
  ]
    .map((phone): Row => ["getLookupPhone", { query: { phone } }]),
  ["getLookupPhone", { query: { phone: "0900 1234567", country: "DE" } }],
  ...["example.org", "gmail.com", "mailinator.com", "xn--80ak6aa92e.com", "blocked.example"].map(
    (domain): Row => ["getScoreDomain", { query: { domain } }],
  ),
  ["postVerifyEmail", { json: { email: "a@mailinator.com" } }],
  ["postVerifyEmail", {
    json: {
      email: "a@gmail.com",
      email_token: { token: "x", nonce: "n", origin: "https://app.example.com" },
    },
  }],
  ["postEmailTokensNonce", { json: { session: "s1" } }],
  ["postScoreDevice", { json: { device_id: DEVICE } }],
  ["postScoreDevice", {
    json: {
      device_id: DEVICE,
      ip: "8.8.8.8",
      signals: { timezone: "Europe/Berlin", timezone_offset: -60, screen: "1920x1080x24" },
      automation: { webdriver: true },
    },
  }],
  ["getScoreUser", { query: { email: "a@mailinator.com", strictness: "strict", emial: "x" } }],
  ["postChallenges", { json: { action: "signup", hostname: "shop.example.com" } }],
  ["postScoreUser", { json: { ip: "198.51.100.7", user_id: "user-1" } }],
  ["postScoreLogin", { json: { ip: "198.51.100.7", user_id: "user-1", succeeded: true } }],
  ["postScoreLogin", { json: { user_id: "user-1", succeeded: true, password_leaked: true } }],
  ["postEvents", { json: { type: "email_changed", user_id: "user-1", ip: "198.51.100.7" } }],
  ["postScoreUser", {
    json: {
      ip: "185.220.101.1",
      email: "jane@mailinator.com",
      phone: "020 7946 0123",
      phone_country: "GB",
      domain: "example.org",
      device_id: DEVICE,
      device_signals: { user_agent: "HeadlessChrome" },
      device_automation: { webdriver: true },
      agent: SIGNED,
      user_id: "user-2",
      attestation: { kind: "play_integrity", device: "meets_device_integrity" },
      email_token: { token: "x", nonce: "n", origin: "https://app.example.com" },
      strictness: 3,
    },
  }],
  ["postScoreUser", { json: { email: "other@mailinator.com", device_id: DEVICE, agent: UNSIGNED } }],
  ["postScoreUser", { json: { phone: "123456" } }],
  ["postBatch", { json: { type: "ip", items: ["185.220.101.1", "x", "198.51.100.7"] } }],
  ["postBatch", { json: { type: "email", items: ["a@mailinator.com", "x"] } }],
  ["postBatch", { json: { type: "domain", items: ["blocked.example", "-"] } }],
  ["postBatch", { json: { type: "phone", items: ["+442079460123", "020", "x"], phone_country: "GB" } }],
  ["postVerifyAgent", { json: SIGNED }],
  ["postVerifyAgent", { json: UNSIGNED }],
  ["postAgentAuthorize", { json: SIGNED }],
  ["postAgentAuthorize", { json: UNSIGNED }],
  ...["compatFraudInsights", "compatFraudScore"].flatMap((operation): Row[] => [
    [operation, {
      json: {
        device: { ip_address: "185.220.101.1" },
        email: { address: "jane@mailinator.com", domain: "mailinator.com" },
        billing: { phone_number: "2083661177", phone_country_code: "44" },
        event: { transaction_id: "t-1" },
        order: { amount: 5 },
        unknown: 1,
      },
    }],
    [operation, { json: { device: { ip_address: "198.51.100.7" }, email: { domain: "gmail.com" } } }],
    [operation, { json: { device: { ip_address: "10.0.0.1" }, email: { address: "nonsense" } } }],
  ]),
  ...["compatGeoCountry", "compatGeoCity", "compatGeoInsights"].flatMap((operation): Row[] =>
    ["81.2.69.160", "185.220.101.1"].map((ip) => [operation, { params: { ip } }])
  ),
];

Deno.test("every operation's successes are as the document describes them", async () => {
  await using app = await startApp();
  const api = await JudgedApp.of(app);
  const { body } = api;
  const call = body.bind(api);

  // Rules: plain, with note and expiry, a dry run with clashes, by reference, imported; all listed, deleted one by one.
  await call("getRules");
  await call("postRules", {
    json: { action: "block", values: ["198.51.100.7", "blocked.example", "0.0.0.0/2", "?"], note: "why" },
  });
  await call("postRules", {
    query: { dry_run: "true" },
    json: { action: "allow", values: ["198.51.100.7", "a.blocked.example"] },
  });
  await call("postRules", {
    json: { action: "allow", values: ["com"], expires_at: "2999-01-01T00:00:00Z" },
  });
  const file = "value,note\n203.0.113.9,x\n\nnonsense\n203.0.113.9,x\nhttps://Bad.Example/path,y\nAS64500,\n";
  const csv = { raw: file, headers: { "content-type": "text/csv" } };
  await call("postRulesImport", { ...csv, query: { action: "block", dry_run: "true" } });
  const imported = await call("postRulesImport", { ...csv, query: { action: "block" } });

  for (const [operation, ask] of SCORES) await call(operation, ask);
  for (const [operation, ask] of SCORES) await api.call(operation, { ...ask, key: app.test });

  // Sends: allowed, delayed, denied, by mail; what became of one; settings.
  const asked = await call("postGuardSend", {
    json: { channel: "sms", to: "+4915112345678", ip: "8.8.8.8", cost: 0.05 },
  });
  await call("postGuardSend", { json: { channel: "voice", to: "+4915112345678" } });
  await call("postGuardSend", { json: { channel: "sms", to: "+442079460123" } });
  await call("postGuardSend", { json: { channel: "email", to: "jane@example.org" } });
  await call("postGuardOutcome", { json: { send_id: asked.send_id, status: "verified" } });
  await call("putGuardSettings", { json: { budgets: { DE: 2 }, limits: { user_day: 9 } } });

  // Feedback: what is counted shows in the next scores.
  await call("postReport", { json: { kind: "email", values: ["a@mailinator.com", "?"] } });
  await call("postReport", { json: { kind: "ip", value: "8.8.8.8" } });
  await call("deleteReport", { query: { kind: "ip", value: "8.8.8.8" } });
  await call("deleteReport", { json: { kind: "phone", values: ["+442083661177", "?"] } });
  const ids: string[] = [];
  for (let each = 0; each < 6; each++) {
    const json = { ip: "73.15.20.9", email: `p${each}@gmail.com`, phone: "+442083661177", device_id: DEVICE };
    const { request_id } = await call("postScoreUser", { json: { ...json, agent: UNSIGNED, user_id: "u" } });
    await call("postOutcome", { json: { request_id, outcome: each === 5 ? "legit" : "fraud" } });
    ids.push(request_id);
  }
  await call("postOutcome", {
    json: [{ request_id: ids[0], outcome: "none" }, { request_id: "x", outcome: "legit" }],
  });
  await call("postOutcome", { json: { outcomes: [{ request_id: ids[1], outcome: "legit" }] } });
  const when = "2026-01-02T03:04:05Z";
  await call("postOutcome", { json: [{ user_id: "u-none", outcome: "fraud", type: "spam", at: when }] });
  const labels = `request_id,date,outcome,type\n${ids[0]},2026-01-02,Betrug,spam\n${
    ids[1]
  },,perhaps,\nreq_x,,ja,\n`;
  const labelFile = { raw: labels, headers: { "content-type": "text/csv" } };
  await call("postOutcomesImport", { ...labelFile, query: { dry_run: "true" } });
  const { import_id } = await call("postOutcomesImport", labelFile);
  await call("getScoreRequestId", { params: { request_id: ids[0]! } });
  await call("deleteOutcomesImportImportId", { params: { import_id } });
  await call("getOutcomesSummary");
  await call("getOutcomesSummary", { query: { days: "7" } });
  await call("putSettings", { json: { linkage_scoring: "score" } });
  await call("getSettings");
  await call("getAudit");
  await call("getReport");
  await api.call("getReport", { query: { format: "csv" } });
  await api.call("getAudit", { query: { format: "csv" } });
  const hook = { kind: "svix", mode: "observe", when_unsure: "allow", pointers: { email: "/mail" } };
  const { hook_id } = await call("postHooks", { json: hook });
  await call("patchHooksHookId", { params: { hook_id }, json: { rotate: true, types: ["user.created"] } });
  await call("patchHooksHookId", { params: { hook_id }, json: { mode: "enforce" } });
  await call("getHooks");
  await call("deleteHooksHookId", { params: { hook_id } });
  await call("getHooks");
  for (const [operation, ask] of SCORES) await call(operation, ask);
  const repeated = await call("postScoreUser", { json: { email: "fresh@web.de", device_id: DEVICE } });
  assert.ok(repeated.linkage.ring.size > 6, "a ring");

  // Stored scores of all of them.
  const found = await call("postScoresSearch", { json: { limit: 200 } });
  assert.ok(found.results.length > 80);
  for (const { request_id } of found.results) await call("getScoreRequestId", { params: { request_id } });
  const id = { request_id: repeated.request_id };
  await call("putScoreRequestIdNote", { params: id, json: { note: "seen" } });
  await call("putScoreRequestIdNote", { params: { request_id: ids[0]! }, json: { note: "" } });
  const stored = await call("getScoreRequestId", { params: id });
  assert.ok(stored.links.findings.length > 0, "a finding of linkage");
  await api.call("postScoresSearch", { json: { user_id: "u" }, headers: { accept: "text/csv" } });
  await call("postScoresSearch", { json: { value: "p1@gmail.com", label: "legit", finding: "ring_fraud" } });
  await call("postScoresSearch", { json: { facts: { "signup.hour": [null, 7] }, columns: ["signup.hour"] } });
  await call("postScoresFacets", {
    json: { facets: ["ip.country", "verdict", "rule", "tag", "finding", "component"] },
  });
  await call("postPrivacyExport", { json: { request_id: stored.request_id } });
  const { receipt } = await call("postPrivacyErase", { json: { user_id: "nobody" } });
  await call("getPrivacyErasuresReceipt", { params: { receipt } });
  const [{ ref }] = stored.components;
  await call("getValuesRef", { params: { ref } });
  await call("postRules", { json: { action: "block", refs: [ref] } });
  await call("getScoreUser", { query: { email: "fresh@web.de" } });
  await call("getRings", { query: { sort: "newest", limit: "1" } });
  await call("getRingsRingId", { params: { ring_id: repeated.linkage.ring.ring_id } });
  const { campaigns: [campaign] } = await call("getCampaigns", { query: { fresh: "true", state: "new" } });
  const { campaign_id } = campaign;
  await call("getCampaignsCampaignId", { params: { campaign_id } });
  await call("postCampaignsCampaignId", {
    params: { campaign_id },
    json: { state: "watched", note: "seen" },
  });
  const waiting = await call("postScoreUser", {
    json: { ip: "185.220.101.77", email: "waiting@mailinator.com", strictness: "lenient" },
  });
  await call("postReviewsRequestIdAssign", {
    params: { request_id: waiting.request_id },
    json: { person_id: null },
  });
  await call("postRules", { json: { action: "block", values: ["185.220.101.99"] } });
  const { decisions: [decision] } = await call("getDecisions", { query: { ip: "185.220.101.99" } });
  await call("deleteDecisionsDecisionId", { params: { decision_id: String(decision.id) } });
  await call("getCustomerReasons");
  await call("putSettings", { json: { appeals: true } });
  const { appeal, request_id } = await call("postScoreUser", { json: { email: "x@mailinator.com" } });
  await call("getScoreRequestId", { params: { request_id } });
  await sendAppeal(app, new URL(appeal.url).pathname, { reply_to: "jane@kestrelbyte.com" });
  const { appeals: [{ appeal_id }] } = await call("getAppeals", { query: { state: "open", limit: "1" } });
  await call("getAppealsAppealId", { params: { appeal_id } });
  await call("postAppealsAppealId", {
    params: { appeal_id },
    json: { decision: "accepted", note: "Sorry for the trouble." },
  });
  await call("compatReport", { json: { ip_address: "81.2.69.160", tag: "not_fraud" } });
  await call("compatReport", { json: { transaction_id: "t-1", tag: "chargeback" } });

  await call("getAgentPolicy");
  await call("putAgentPolicy", {
    json: {
      rules: [{ host: "*.agent.example", action: "deny", reason: "no" }, {
        methods: ["GET"],
        action: "allow",
      }],
      defaults_apply_when_no_rule_matches: false,
      replay_protection: "nonce",
    },
  });
  await call("getAgentPolicy");
  await call("putAgentPolicy", { query: { dry_run: "true" }, json: { rules: [] } });
  for (const json of [SIGNED, { ...SIGNED, receipt: true, commerce: { consumer: {}, payment: {} } }]) {
    const { request_id } = await call("postAgentAuthorize", { json });
    await call("getAgentDecisionsRequestId", { params: { request_id } });
    await call("getAgentDecisionsRequestIdReceipt", { params: { request_id } });
  }
  const { alert_id } = await call("postAlerts", { json: { kind: "url", url: "https://203.0.113.9/alert" } });
  await call("getAlerts", {});
  await call("patchAlertsAlertId", { params: { alert_id }, json: { rule_hits_per_hour: 50 } });
  await call("postAlertsAlertIdTest", { params: { alert_id } });
  await call("postAlertsCheck", {});
  await call("deleteAlertsAlertId", { params: { alert_id } });
  const { webhook_id } = await call("postWebhooks", {
    json: { url: "https://shop.test/events", events: ["signup.scored"], verdicts: ["block"] },
  });
  await call("getWebhooks");
  await call("patchWebhooksWebhookId", { params: { webhook_id }, json: { enabled: false } });
  await call("postWebhooksWebhookIdRotate", { params: { webhook_id } });
  await call("getWebhooksWebhookIdDeliveries", { params: { webhook_id } });
  await call("deleteWebhooksWebhookId", { params: { webhook_id } });
  const ended = { webhook_id: await sampleWebhook(app), delivery_id: SAMPLE_DELIVERY };
  await call("postWebhooksWebhookIdDeliveriesDeliveryIdResend", { params: ended });
  const { deliveries } = await call("getWebhooksWebhookIdDeliveries", { params: ended });
  assert.deepEqual(deliveries.map(({ status }: { status: string }) => status), ["pending", "delivered"]);
  const { person_id } = await call("postPeople", { json: { email: "anna@shop.test", role: "owner" } });
  await call("patchPeoplePersonId", { params: { person_id }, json: { role: "viewer", reset: true } });
  const { person } = await personSession(app, "editor");
  const signedIn = { person_id: person.id };
  const { sessions: [{ session_id }] } = await call("getPeoplePersonIdSessions", { params: signedIn });
  await call("deletePeoplePersonIdSessionsSessionId", { params: { ...signedIn, session_id } });
  await call("deletePeoplePersonIdSessions", { params: signedIn });
  await call("getPeople");
  await call("deletePeoplePersonId", { params: { person_id } });
  await call("getUsage");
  await call("getSources");
  for (const state of ["live", "shadow"]) {
    await call("postRules", { json: { action: "tag", tag: "seen", when: "signup.score >= 0", state } });
  }
  const { rules } = await call("getRules");
  const [first, last] = [rules[0], rules.at(-1)];
  for (const { id } of [first, last]) {
    await call("patchRulesRuleId", { params: { rule_id: id }, json: { state: "paused", note: "later" } });
    await call("getRulesRuleId", { params: { rule_id: id } });
  }
  await call("deleteRulesRuleId", { params: { rule_id: first.id } });
  await call("deleteRules", { query: { import: imported.import_id, confirm: "true" } });
  await call("deleteRules", { query: { confirm: "true" } });

  // Those that need nothing: no row of theirs is needed.
  const isCalled = (id: string) => [...api.contract.seen].some((each) => each.startsWith(`${id} `));
  for (const { id, method, path } of api.contract.operations) {
    if (method === "GET" && !path.includes("{") && !isCalled(id)) await call(id);
  }

  const documented = api.contract.operations.flatMap(({ id, responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) < 300).flatMap(([status, { content }]) =>
      content === undefined
        ? [`${id} ${status}`]
        : Object.keys(content).map((type) => `${id} ${status} ${type}`)
    )
  );
  assert.deepEqual(documented.filter((each) => !api.contract.seen.has(each)), [], "left out");
});

Deno.test("what is known of a verified agent is as the document describes it", async () => {
  const key = await makeAgentKey();
  const card = {
    client_name: "Example Bot",
    trigger: "crawler",
    rate_expectation: "1 rps",
    purpose: "search",
  };
  await using directory = startKeyDirectory([key], card);
  await using app = await startApp({ env: agentSettings({ [AGENT_HOST]: directory.url }) });
  const api = await JudgedApp.of(app);
  const json = await signAgentRequest({ key, now: Math.floor(Date.now() / 1000) });
  assert.equal((await api.body("postVerifyAgent", { json })).reason, "verified");
  assert.equal((await api.body("postAgentAuthorize", { json })).decision, "allow");
  const { request_id, actor } = await api.body("postScoreUser", { json: { agent: json } });
  assert.equal(actor.type, "verified_agent");
  const stored = await api.body("getScoreRequestId", { params: { request_id } });
  assert.equal(stored.agent.signature_reason, "verified");
  const decision = await api.body("getAgentDecisionsRequestId", { params: { request_id } });
  assert.deepEqual([decision.via, decision.agent.profile], ["signup", "web-bot-auth"]);
});

Deno.test("what DNS and the registry know is as the document describes it", async () => {
  const rows = {
    "shop.com": { A: ["127.0.0.1"], MX: [{ preference: 10, exchange: "mx.shop.com" }], TXT: ["v=spf1 -all"] },
    "mx.shop.com": { A: ["127.0.0.1"] },
  };
  const table = { "shop.com": { createdAt: "2010-01-01T00:00:00Z", registrar: "Registrar Inc." } };
  await withOnlineApp(zone(rows), table, async ({ app }) => {
    const api = await JudgedApp.of(app);
    const email = await api.body("getVerifyEmail", { query: { email: "ann@shop.com" } });
    assert.ok(email.domain_age_days > 5_000 && email.mx_records.length === 1);
    const domain = await api.body("getScoreDomain", { query: { domain: "shop.com" } });
    assert.equal(domain.registration.registrar, "Registrar Inc.");
    await api.body("postBatch", { json: { type: "email", items: ["ann@shop.com", "bob@none.com"] } });
    await api.body("compatFraudInsights", { json: { email: { address: "ann@shop.com" } } });
  });
});
