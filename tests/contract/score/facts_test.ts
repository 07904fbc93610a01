/** Facts of a score: in the answer, in the stored score, and by every way to score. */
import assert from "node:assert/strict";
import { FACT_NAMES } from "../../../src/model/facts/table.ts";
import { startApp } from "../../support/app/app.ts";
import { storeScores } from "../../support/store/stored_score.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad0153ade4b2c9d1f00aa11bb22cc33dd44ee";
const UA =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const SIGNALS = {
  user_agent: UA,
  timezone: "Asia/Tokyo",
  timezone_offset: -540,
  screen: "1917x1079x24",
  languages: "ja-JP,ja",
  webgl_renderer: "ANGLE (NVIDIA, NVIDIA GeForce RTX 3061 Direct3D11 vs_5_0 ps_5_0, D3D11)",
};
const CLEAN = { webdriver: false, automation_globals: false };
/** A Monday. */
const AT = Date.UTC(2026, 10, 23, 14, 59, 30);

const SIGNUP = {
  ip: "51.38.12.7",
  email: "jsmith8271@mail.firm-with-a-name.co.uk",
  phone: "+992935123456",
  device_id: DEVICE,
  device_signals: SIGNALS,
  device_automation: CLEAN,
};

Deno.test("a sign-up is answered with every fact, and is stored with them", async () => {
  await using app = await startApp({ now: () => AT });
  const { status, body } = await app.ask("/v1/score/user", { json: SIGNUP });
  assert.equal(status, 200);
  const { facts, facts_unknown } = body;
  assert.deepEqual(Object.keys(facts), FACT_NAMES);
  assert.match(facts["phone.block"], /^blk_[\w-]{10}$/);
  const { geo } = body.components.ip;
  assert.match(facts["ip.region"], /^\p{L}[\p{L} -]+$/u);
  assert.deepEqual({ ...facts, "phone.block": "blk" }, {
    "ip.country": geo.country,
    "ip.region": facts["ip.region"],
    "ip.city": geo.city,
    "ip.asn": 16276,
    "ip.org": "OVH SAS",
    "ip.network": "datacenter",
    "email.domain": "firm-with-a-name.co.uk",
    "email.domain_class": "private",
    "email.is_subdomain": true,
    "email.domain_age_days": null,
    "email.shape": "initial+surname+9999",
    "phone.country": "TJ",
    "phone.line_type": "mobile",
    "phone.carrier": "Tcell",
    "phone.block": "blk",
    "phone.block_shown": "+992 93 512 ••••",
    "device.browser": "Chrome",
    "device.browser_major": 141,
    "device.os": "Windows",
    "device.device_class": "desktop",
    "device.timezone": "Asia/Tokyo",
    "device.language": "ja-JP",
    "device.automation": false,
    "device.is_common": false,
    "domain.age_days": null,
    "domain.registrar": null,
    "signup.hour": 14,
    "signup.weekday": 1,
    "signup.user_agent_family": "Chrome",
    "signup.agent": null,
    "signup.referral": null,
    "challenge.outcome": null,
    "challenge.kind": null,
    "challenge.seconds": null,
    "attestation.kind": null,
    "attestation.device": null,
    "attestation.app": null,
  });
  assert.deepEqual(facts_unknown, {
    "email.domain_age_days": body.components.email === undefined
      ? ""
      : facts_unknown["email.domain_age_days"],
    "domain.age_days": "not given",
    "domain.registrar": "not given",
    "signup.agent": "not given",
    "signup.referral": "not given",
    "challenge.outcome": "not given",
    "challenge.kind": "not given",
    "challenge.seconds": "not given",
    "attestation.kind": "not given",
    "attestation.device": "not given",
    "attestation.app": "not given",
  });
  assert.match(facts_unknown["email.domain_age_days"], /^offline/);
  const stored = await app.ask(`/v1/score/${body.request_id}`);
  assert.deepEqual([stored.body.facts, stored.body.facts_unknown], [facts, facts_unknown]);
});

Deno.test("every way to score stores the facts of what it scored", async () => {
  await using app = await startApp({ now: () => AT });
  const ids = [
    (await app.ask("/v1/score/ip?ip=51.38.12.7")).body.request_id,
    (await app.ask("/v1/batch", { json: { type: "ip", items: ["51.38.12.7"] } })).body.results[0].request_id,
    (await app.ask("/v1/score/user?ip=51.38.12.7")).body.request_id,
  ];
  for (const id of ids) {
    const { body } = await app.ask(`/v1/score/${id}`);
    assert.equal(body.facts["ip.asn"], 16276);
    assert.equal(body.facts["signup.hour"], 14);
    assert.deepEqual([body.facts["email.shape"], body.facts_unknown["email.shape"]], [null, "not given"]);
  }
  const device = await app.ask("/v1/score/device", { json: { device_id: DEVICE, signals: SIGNALS } });
  const { body } = await app.ask(`/v1/score/${device.body.request_id}`);
  assert.deepEqual([body.facts["device.browser"], body.facts["signup.user_agent_family"]], [
    "Chrome",
    "Chrome",
  ]);
});

Deno.test("what a program says of itself is a fact, by a list of programs", async () => {
  await using app = await startApp();
  const rows: readonly [userAgent: string, family: string | null, agent: string | null][] = [
    ["curl/8.5.0", "curl", null],
    ["Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)", "chatgpt-user", "chatgpt-user"],
    ["anna.maria@example.com", null, null],
  ];
  for (const [user_agent, family, agent] of rows) {
    const json = { email: "a@web.de", device_signals: { user_agent } };
    const { facts } = (await app.ask("/v1/score/user", { json })).body;
    assert.deepEqual([facts["signup.user_agent_family"], facts["signup.agent"]], [family, agent]);
    assert.equal(facts["device.browser"], null, "no device was scored");
  }
});

Deno.test("classes of domains", async () => {
  await using app = await startApp();
  const rows: readonly [email: string, domain: string | null, domainClass: string | null][] = [
    ["a@gmail.com", "gmail.com", "free"],
    ["a@mailinator.com", "mailinator.com", "disposable"],
    ["a@duck.com", "duck.com", "relay"],
    ["a@student.ox.ac.uk", "ox.ac.uk", "school"],
    ["a@nasa.gov", "nasa.gov", "government"],
    ["a@some-firm.example", "some-firm.example", "private"],
    ["a@[192.0.2.1]", null, null],
    ["no address at all", null, null],
  ];
  for (const [email, domain, domainClass] of rows) {
    const { facts } = (await app.ask("/v1/score/user", { json: { email } })).body;
    assert.deepEqual([facts["email.domain"], facts["email.domain_class"]], [domain, domainClass], email);
  }
});

Deno.test("a stored score of before has no facts, and opens", async () => {
  await using app = await startApp();
  const [id] = await storeScores(app, "main", [{ score: 7 }]);
  const { status, body } = await app.ask(`/v1/score/${id}`);
  assert.deepEqual([status, body.risk_score, body.facts, body.facts_unknown], [200, 7, null, {}]);
  assert.equal(body.linkage.referral_rate_1h, null);
});

Deno.test("an answer is of one byte a character, and a field that looks like a fact is left as given", async () => {
  await using app = await startApp({ now: () => AT });
  const custom = { note: '"phone.block_shown":null', other: "$& $1" };
  const { text, body } = await app.ask("/v1/score/user", { json: { phone: "+992935123456", custom } });
  assert.match(text, /^\p{ASCII}+$/u);
  assert.equal(body.facts["phone.block_shown"], "+992 93 512 ••••");
  assert.equal(body.facts["custom.note"], custom.note);
  assert.equal(body.facts["custom.other"], custom.other);
  assert.equal(body.facts["ip.country"], null);
});
