/** The table of keyspaces tells the truth about what the store's code writes. */
import assert from "node:assert/strict";
import { countedOf } from "../../../src/model/day_counts.ts";
import { DAY_MS, HOUR_MS } from "../../../src/model/duration.ts";
import { AUDIT_DAYS } from "../../../src/records/audit.ts";
import { COMMAND_LINE } from "../../../src/model/access/audit.ts";
import type { Person } from "../../../src/model/access/person.ts";
import type { Hook } from "../../../src/model/endpoints/hook.ts";
import { type Account, type ApiKey, RETENTION_MS } from "../../../src/model/records.ts";
import { Peers } from "../../../src/db/cluster/peers.ts";
import { QuotaSlices } from "../../../src/records/limits/quota_slices.ts";
import { RateSlices } from "../../../src/records/limits/rate_slices.ts";
import { SharedLimits } from "../../../src/records/limits/shared_limits.ts";
import { type Batch, type Key, keyText, type SetOp } from "../../../src/db/engine.ts";
import { toStored, unavailable } from "../../../src/signals/email/mailbox/mailbox_answer.ts";
import { problemOf } from "../../../src/db/backup/entry_check.ts";
import { putReceiptKey } from "../../../src/records/agents/receipt_key.ts";
import { ACCOUNT_KEYSPACES, CATALOG } from "../../../src/records/index.ts";
import { type AnyKeyspace, FOREVER } from "../../../src/db/keyspace.ts";
import { FeedCopies } from "../../../src/records/feed_copies.ts";
import { changeOf } from "../../../src/db/commit/change.ts";
import type { StoreWrite } from "../../../src/records/writer.ts";
import { NO_CHANGE, together } from "../../../src/records/change.ts";
import { withLogin } from "../../../src/model/login/history.ts";
import type { StoredLogin } from "../../../src/records/login/attempts.ts";
import { Store } from "../../../src/records/store.ts";
import { packScore } from "../../support/fixtures/packed_score.ts";
import { openStore } from "../../support/store/store.ts";
import { ACCOUNT as ACCOUNTS, ACCOUNT_EMAIL } from "../../../src/records/accounts.ts";
import {
  CHANGE_ENTRY,
  CHANGE_HEAD,
  COLUMN,
  COLUMN_BLOCK,
  COUNTED_FROM,
  JOURNAL,
  POSTING_CHUNK,
  REPLICA_MARK,
  RESTORE_MARK,
  SCHEMA,
  SCORES_OF,
  SEGMENT,
  STREAM_ENTRY,
  STREAM_HEAD,
} from "../../../src/db/own_rows.ts";
import { SECRET } from "../../../src/records/secret_record.ts";

const NOW = Date.now();
const BOUNCER = {
  key: "key",
  address: "192.0.2.1",
  agent: "crowdsec-firewall-bouncer/v0.0.34",
  way: "stream",
  firstAt: NOW,
  seenAt: NOW,
  position: NOW,
  component: { type: "firewall", version: "v0.0.34", system: null, startedAt: NOW },
} as const;

const LOGIN: StoredLogin = {
  mode: "live",
  at: NOW,
  user: "user",
  succeeded: true,
  isStrange: false,
  score: 0,
  address: "address",
  subnet: null,
  asn: 64500,
  country: "DE",
  network: "residential",
  device: null,
  agent: null,
  browser: "Firefox 144",
  os: "Linux",
  deviceClass: "desktop",
};

Deno.test("the prefixes are those of the data that exists", () => {
  assert.deepEqual(CATALOG.rows.map(({ prefix }) => prefix.join("/")).sort(), [
    "account",
    "account-email",
    "account-name",
    "address-label",
    "agent-activity",
    "agent-decision",
    "agent-nonce",
    "agent-policy",
    "agent-policy-rules",
    "agent-session",
    "alert-state",
    "alerts",
    "appeal",
    "appeal-of",
    "appeal-open",
    "audit",
    "backtest",
    "bouncer",
    "bouncer-use",
    "campaign",
    "campaign-pass",
    "challenge",
    "challenge-day",
    "challenge-mail",
    "challenge-price",
    "challenge-used",
    "changes/change",
    "changes/entry",
    "changes/head",
    "changes/sequence",
    "column",
    "column-block",
    "columns",
    "console-visit",
    "day-count",
    "decisions",
    "decisions-chunk",
    "erasure",
    "erasure-open",
    "erasure-part",
    "feed-chunk",
    "feed-copy",
    "feed-lease",
    "guard-countries",
    "guard-event",
    "guard-settings",
    "hook-event",
    "hook-token",
    "hook-use",
    "hooks",
    "idempotency",
    "idempotency-chunk",
    "key",
    "label",
    "label-history",
    "label-import",
    "label-import-part",
    "label-undo",
    "labelled-by",
    "limits",
    "linkage",
    "login-attempt",
    "login-notice",
    "login-user",
    "mailbox_answer",
    "mailbox_due",
    "mailbox_job",
    "meta/alert-lease",
    "meta/audit-days",
    "meta/counted-from",
    "meta/journal",
    "meta/ready",
    "meta/receipt-key",
    "meta/replica",
    "meta/restoring",
    "meta/schema",
    "meta/secret",
    "moved",
    "note",
    "notes",
    "open-report",
    "owners",
    "person",
    "person-named",
    "person-session",
    "place",
    "posting",
    "postings",
    "process",
    "queue-count",
    "queue-job",
    "queue-lane",
    "queue-ready",
    "quota-slices",
    "refusals",
    "reputation",
    "reputation-of",
    "review-case",
    "review-filters",
    "ring",
    "ring-company",
    "ring-key",
    "rule-condition",
    "rule-conditions",
    "rules",
    "rules-chunk",
    "scores-of",
    "segment",
    "session",
    "session-of",
    "sighting",
    "sighting/log",
    "slice",
    "stream/entry",
    "stream/head",
    "told-account",
    "transaction",
    "usage",
    "webhook-delivery",
    "webhook-notice",
    "webhooks",
  ]);
});

Deno.test("a backup holds data, and leaves out what belongs to running processes", () => {
  const left = CATALOG.rows.filter((row) => !row.backup).map(({ prefix }) => prefix.join("/"));
  assert.deepEqual(left.sort(), [
    "backtest",
    "campaign-pass",
    "changes/change",
    "changes/entry",
    "changes/head",
    "changes/sequence",
    "console-visit",
    "erasure-open",
    "erasure-part",
    "feed-chunk",
    "feed-copy",
    "feed-lease",
    "idempotency",
    "idempotency-chunk",
    "label-undo",
    "limits",
    "meta/alert-lease",
    "meta/journal",
    "meta/ready",
    "meta/replica",
    "meta/restoring",
    "person-session",
    "process",
    "queue-lane",
    "session",
    "session-of",
    "slice",
    "stream/entry",
    "stream/head",
  ]);
  assert.ok(CATALOG.isData(["sighting", "log", "req_1", "0"]) && CATALOG.isData(["sighting", "ip", "hash"]));
  assert.ok(CATALOG.isData(["a prefix of another program"]));
  assert.ok(!CATALOG.isData(["changes", "head"]) && !CATALOG.isData(["process", "0001"]));
});

Deno.test("no other file writes a key prefix of the table", async () => {
  const prefixes = CATALOG.rows.map(({ prefix }) => prefix[0]!);
  const literal = new RegExp(`\\[\\s*"(${[...new Set(prefixes)].join("|")})"\\s*[,\\]]`);
  const found: string[] = [];
  for await (const path of sourceFiles("src")) {
    if (!/^src\/(db|records|service|app|server|cli)\//.test(path)) continue; // the others do not import the store's engine
    const code = (await Deno.readTextFile(path)).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
      .replaceAll(/^ +(prefix|key|repeats): \["[^\]]*\],$/gm, "") // of a row
      .replaceAll(/\b(record|keyspace)\(\{.*\}\);$/gm, "");
    const anyKey = /\b(key|Key|prefix)\b[^\n=:]*[:=]\s*\[\s*"/.exec(code) ?? literal.exec(code);
    if (anyKey !== null) found.push(`${path}: ${anyKey[0]}`);
  }
  assert.deepEqual(found, []);
});

Deno.test("the database keeps scores and their index as long as the model says", () => {
  for (const { lifetimeMs } of [SEGMENT, SCORES_OF, POSTING_CHUNK, COLUMN, COLUMN_BLOCK]) {
    assert.equal(lifetimeMs, RETENTION_MS);
  }
});

Deno.test("every row of a noun is in the list", async () => {
  const missing: string[] = [];
  for await (const path of sourceFiles("src/records")) {
    const code = await Deno.readTextFile(path);
    const names = [...code.matchAll(/^export const (\w+) = record\(/gm)].map(([, name]) => name!);
    if (names.length === 0) continue;
    const rows: Record<string, AnyKeyspace> = await import(new URL(`../../../${path}`, import.meta.url).href);
    missing.push(...names.filter((name) => !CATALOG.rows.includes(rows[name]!)));
  }
  assert.deepEqual(missing, []);
});

Deno.test("all that the store's nouns write is in the table, with its lifetime", async () => {
  let now = NOW;
  const record = { fingerprint: "", since: NOW, previous: [], rotatedAt: NOW };
  const earlier = (hash: string) => hash === "present hash" ? ["hash"] : [];
  const store = await openStore({ now: () => now, unlock: () => Promise.resolve({ record, earlier }) });
  const written: SetOp[] = [];
  const counted: Key[] = [];
  const commit = store.engine.commit.bind(store.engine);
  store.engine.commit = (batch: Batch) => {
    written.push(...batch.set ?? []);
    counted.push(...(batch.add ?? []).map(({ key }) => key));
    return commit(batch);
  };
  try {
    await writeEverything(store);
    now += HOUR_MS;
    await store.postings.compact("acc", 1);
    await store.columns.compact("acc", 1);
    for (const { key, expiresAt } of written) {
      const row = CATALOG.of(key);
      assert.ok(row !== null, `${key.join("/")} is not in the table`);
      if (row.row.mayExpire === true) continue;
      if (row.lifetimeMs === FOREVER) assert.equal(expiresAt, undefined, key.join("/"));
      else {assert.ok(
          expiresAt! > NOW && expiresAt! <= NOW + row.lifetimeMs,
          `${key.join("/")} expires in time`,
        );}
    }
    for (const { key, value, expiresAt = null } of written) {
      if (CATALOG.isData(key)) {
        assert.equal(problemOf(CATALOG, { key, value, expiresAt, counter: false }, NOW), null);
      }
    }
    const rows = new Set([...written.map(({ key }) => key), ...counted].map((key) => CATALOG.of(key)));
    const name = ({ prefix }: AnyKeyspace) => keyText(prefix);
    // Written when a store is opened, by a restore, beside a replica, and by (or for) older versions.
    const elsewhere: AnyKeyspace[] = [
      SCHEMA,
      COUNTED_FROM,
      SECRET,
      RESTORE_MARK,
      REPLICA_MARK,
      JOURNAL,
      ACCOUNT_EMAIL,
      AUDIT_DAYS,
      CHANGE_HEAD,
      CHANGE_ENTRY,
      // Of several processes.
      STREAM_HEAD,
      STREAM_ENTRY,
    ];
    const unwritten = CATALOG.rows.filter((row) => !rows.has(row) && !elsewhere.includes(row));
    assert.deepEqual(unwritten.map(name), [], "every other keyspace of the table is in use");
    const ofAccount = [...written.map(({ key }) => key), ...counted].flatMap((key) => {
      const row = CATALOG.of(key)!;
      return key[row.prefix.length] === "acc" && row !== ACCOUNTS ? [name(row)] : [];
    });
    assert.deepEqual(
      [...new Set(ofAccount)].sort(),
      ACCOUNT_KEYSPACES.map(name).sort(),
      "all that begins with an account's id goes with the account",
    );
  } finally {
    await store.close();
  }
});

const ACCOUNT: Account = {
  id: "acc",
  name: "name",
  createdAt: NOW,
  paused: false,
  monthlyQuota: 1000,
  madeBy: "operator",
  email: { hash: "hash", mask: "a•@shop.test" },
};

const KEY: ApiKey = {
  id: "key_1",
  account: "acc",
  mode: "live",
  name: "name",
  hash: "hash",
  tail: "tail",
  ratePerMinute: 60,
  createdAt: NOW,
  revokedAt: null,
};

const PERSON: Person = {
  id: `psn_${"0".repeat(24)}`,
  account: "acc",
  name: "Anna",
  role: "owner",
  email: "sealed",
  emailHash: "hash",
  createdAt: NOW,
  invitation: { hash: "hash", expiresAt: NOW },
  password: { hash: "hash", salt: "salt", changedAt: NOW },
  secondFactor: { secret: "sealed", usedStep: 1, wrong: [NOW], recovery: ["hash"] },
  signedInAt: NOW,
  networks: ["hash"],
};

const HOOK: Hook = {
  id: "hook_1",
  account: "acc",
  kind: "svix",
  mode: "observe",
  whenUnsure: "allow",
  pointers: { email: "/email" },
  types: [],
  createdAt: NOW,
  secret: "",
  replaced: [{ secret: "", until: NOW }],
};

const DECISION = {
  at: NOW,
  mode: "live",
  via: "authorize",
  method: "GET",
  decision: "deny",
  matched: "default:signature_failed",
  reason: "",
  agent: {},
  keyid: "",
  sealed: "",
} as const;

const CHALLENGE = {
  id: "id",
  shownAt: NOW,
  endsAt: NOW + HOUR_MS,
  level: 0,
  place: "DE mobile",
  wrong: 0,
  passes: 0,
  passed: null,
  code: null,
  mails: 0,
} as const;
const APPEAL = {
  id: "apl_019a9f3c2b7e7f00a1b2c3d4e5f6",
  requestId: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
  openedAt: NOW,
  language: "de",
  sealed: "c2VhbGVk",
  rule: null,
  finding: ["email", "disposable"],
  state: "open",
  decided: null,
  expiresAt: NOW + 180 * DAY_MS,
} as const;

const CAMPAIGN = {
  id: "cmp_019a9f3c2b7e000001000Zr1c0d3E",
  text: "network AS16276",
  facts: { "ip.asn": [16276] },
  shared: [],
  days: 7,
  signups: 4,
  usual: 0.1,
  first: NOW - HOUR_MS,
  last: NOW,
  verdicts: { allow: 4, review: 0, block: 0 },
  shareOfGood: 0.01,
  overTime: [1, 3],
  rule: { when: "ip.asn == 16276", text: "Review sign-ups with network AS16276", action: "review" },
  members: "019a9f3c2b7e000001000 019a9f3c2b7e000001001",
  state: "watched",
  note: "ask Payments",
  until: null,
  history: [{ at: "2026-11-20T12:00:00.000Z", state: "watched", note: "ask Payments" }],
  foundAt: NOW - HOUR_MS,
  seenAt: NOW,
  signupsBefore: 4,
  announced: 4,
} as const;

async function writeEverything(store: Store): Promise<void> {
  await store.checkWritable(NOW);
  await store.accounts.addAccount(ACCOUNT, [KEY]);
  const session = { account: "acc", key: "key_1", createdAt: NOW, seenAt: NOW, expiresAt: NOW + 7 * DAY_MS };
  await store.sessions.open("hash", session);
  await store.sessions.open("other hash", { ...session, key: PERSON.id, network: "203.0.113.•" });
  await store.people.add(PERSON);
  await writeScore(store);
  await store.addressLabels.relabel("acc", "hash", true, NOW);
  await store.histories.earlier.settle("ip", "present hash");
  const kept = { account: "acc", hash: "hash" };
  await store.keptRequests.claim(kept, "print", "token", NOW);
  await store.keptRequests.write(kept, store.keptRequests.executed(kept, "print", "token", NOW));
  const { change, chunks } = store.keptRequests.answered(kept, "print", "token", new Uint8Array(70_000), NOW);
  await Promise.all([chunks, store.keptRequests.write(kept, change)]);
  await store.consoleVisits.put("acc", { seenAt: NOW, before: null });
  await store.labelUndos.put("acc", "id", { outcome: "fraud", at: NOW, before: [] });
  await store.labelImports.begin("acc", "imp_1", { at: NOW, count: 1, parts: 1 });
  await store.labelImports.putPart("acc", "imp_1", {
    part: 0,
    at: NOW,
    labels: [["fraud", ["req_1", null]]],
  });
  const run = {
    id: "id",
    startedAt: NOW,
    updatedAt: NOW,
    state: "running",
    phase: "reading",
    share: 0,
  } as const;
  await store.backtests.change("acc", NOW, () => run);
  await interruptReport(store);
  // Not a member, so what it reports is in an entry of its own.
  await store.accounts.putAccount({ ...ACCOUNT, standing: "guest" });
  const label = { kind: "label", at: NOW, by: 1 } as const;
  await store.writer.write(store.histories.abuseWrite([{ kind: "ip", hash: "hash" }], "acc", label));
  await store.commit(store.guard.append("acc", "0mfz3k1a0a1b2c3d4e5f6g7h8", {
    type: "lift",
    at: NOW,
    kind: "block",
    name: "hash",
  }));
  await store.guard.changeSettings("acc", () => ({ permittedCountries: null, budgets: {}, limits: {} }));
  await store.guard.knowCountries("acc", ["DE"]);
  await store.audit.record({ account: "acc", action: "account_dismissed" }, COMMAND_LINE);
  const created_at = "2026-11-20T12:00:00Z";
  const rule = { id: "rule", action: "block", kind: "domain", value: "a.test", created_at } as const;
  await store.rules.change("acc", { before: null, dropped: new Set(), rules: [rule] });
  const decision = {
    id: 1,
    origin: "winnow-velocity",
    type: "captcha",
    scope: "Ip",
    value: "sealed",
    from: NOW,
    until: NOW + HOUR_MS,
    cause: "burst",
    count: 10,
  } as const;
  const made = [{ entries: [decision], end: NOW + DAY_MS }];
  await store.decisions.change("acc", { before: null, nextId: 2, dropped: new Set(), chunks: made });
  await store.refusals.note("acc", "hash", NOW);
  const author = { key: "key", name: "" };
  const condition = {
    id: "rule",
    when: "true",
    action: "tag",
    tag: "a",
    state: "draft",
    created_at,
    author,
  } as const;
  const added = { set: [{ ...condition, history: [] }], removed: new Set<string>() };
  await store.conditions.change("acc", { revision: 0, conditions: [] }, added);
  assert.ok(await store.appeals.open("acc", APPEAL, NO_CHANGE));
  const counts = together(
    store.challenges.price("acc", "hash", () => ({ level: 1, at: NOW }), NOW),
    store.challenges.count("acc", "2026-11-24", () => ({ "DE mobile": [1] }), NOW),
  );
  assert.ok(await store.challenges.show("acc", CHALLENGE, counts));
  assert.ok(await store.challenges.use("acc", { nonce: "nonce", end: NOW + 60_000, now: NOW }));
  await store.commit(store.challenges.mailed("hash", NOW, () => true));
  assert.ok(await store.campaigns.commit("acc", 0, { set: [CAMPAIGN], removed: [] }, NOW));
  await store.agentPolicies.put("acc", {
    rules: [],
    defaultsApply: true,
    replayProtection: "nonce",
    updatedAt: NOW,
  });
  await store.agentNonces.take(["acc", "live"], "hash", NOW + DAY_MS, NOW);
  await store.agentSessions.count(["acc", "live"], "hash", NOW + 60_000, NOW);
  await store.commit(store.agentDecisions.put("acc", "req_1", DECISION));
  await store.commit(together(
    store.loginAttempts.put("acc", "req_1", LOGIN),
    store.loginUsers.changing("acc", "user", null, () => withLogin(null, LOGIN, NOW)),
    store.loginNotices.adding("acc", "user", "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"),
  ));
  await putReceiptKey(store.engine, { sealed: "", kid: "", createdAt: NOW }, null);
  const expiresAt = NOW + DAY_MS;
  const job = { id: "id", group: "group", sealed: "", attempts: 0, dueAt: NOW, leased: false, expiresAt };
  await store.mailboxQueue.add(job);
  const answer = toStored(unavailable("offline"));
  await store.mailboxQueue.finish(job, [{ id: "id", value: answer, expiresAt: NOW + 7 * DAY_MS }]);
  await store.hooks.change("acc", () => [HOOK]);
  await store.bouncers.change("acc", "key 192.0.2.1", () => BOUNCER, NOW);
  await store.bouncers.count("acc", "2026-11-24", { "dropped winnow-rules packet": 3 }, NOW);
  await store.hookEvents.take("acc", "event", store.hooks.refused(HOOK, { at: NOW, count: 1 }));
  await store.hookEvents.takeToken("acc", "event", store.hooks.refused(HOOK, { at: NOW, count: 1 }));
  await store.commit(
    store.toldAccounts.changing(
      ["acc", "value", "source"],
      () => ({ at: NOW, event: "event", label: null, marks: [["user", NOW, null]] }),
    ),
  );
  const lane = { account: "acc", name: "webhook.wh_1" };
  const appended = store.queue.append(lane, { label: "signup.scored", sealed: "" }, 1);
  await store.commit(appended!.change);
  assert.ok(await store.queue.claim(lane));
  await writeWebhooks(store);
  await spend(store);
  const copies = new FeedCopies({ engine: store.engine, now: () => NOW, id: () => "token" });
  await copies.publish("feed", "{}", "sha", () => Promise.resolve(new Uint8Array(10)));
  await copies.lease("feed", false);
}

async function writeWebhooks(store: Store): Promise<void> {
  await store.webhooks.change("acc", () => [{
    id: "wh_1",
    account: "acc",
    url: "https://shop.test/",
    events: ["signup.scored"],
    verdicts: null,
    enabled: true,
    note: null,
    createdAt: NOW,
    secret: "",
    replaced: [{ secret: "", until: NOW }],
  }]);
  const ended = { at: NOW, endedAt: NOW, delivered: true, attempts: 1, last: "204", sealed: "" };
  await store.writer.write(
    await store.deliveries.ended("acc", "wh_1", "id", { ...ended, type: "quota.low" }),
  );
  assert.ok(await store.notices.announce("acc", "quota", NOW, () => false, NO_CHANGE));
  const alert = { id: "alr_1", account: "acc", sealed: "", ruleHitsPerHour: null, enabled: true } as const;
  await store.alerts.change("acc", () => [{ ...alert, channel: "url", origin: "", createdAt: NOW }]);
  const told = { quota: { spokeAt: NOW, seen: { quota: NOW } } };
  assert.ok(await store.alerts.tell(alert, { revision: 0, told }, NO_CHANGE));
  assert.ok(await store.alerts.claim(NOW));
}

/** One record with all that is written together with it, and its label. */
async function writeScore(store: Store): Promise<void> {
  const slot = store.segments.reserve();
  const record = {
    id: slot.requestId,
    account: "acc",
    key: "key_1",
    mode: "live",
    subject: "ip",
    via: "single",
    at: NOW,
    expiresAt: NOW + SEGMENT.lifetimeMs,
    score: 0,
    verdict: "allow",
    strictness: 1,
    summary: null,
    topSignals: [],
    rule: null,
    agentDecision: null,
    components: [],
    dataVersion: "",
  } as const;
  const linked = { device: "d", email: "e", ip: "i", subnet: "s", domain: "n", referral: "r" };
  const { change } = await store.linkage.link("acc", linked, NOW, true);
  const shared = {
    device: "d",
    email: null,
    phone: null,
    email_pattern: "p",
    referral: "r",
    subnet: "s",
    address: null,
    organisation: null,
    line: null,
    operator: null,
    person: null,
    page: null,
    hasToken: false,
    isCommonDevice: false,
    kind: "k",
    agent: null,
    user: null,
    isExit: false,
    isDoubtedDomain: false,
    shape: null,
    traits: { shape: "given", hosting: null, class: null },
    companies: [{
      link: "referral" as const,
      hash: "r",
      traits: { shape: "given", hosting: null, class: null },
      subnet: "s",
      isShared: false,
      isYoung: false,
      isOld: false,
    }],
    verified: [],
  };
  const idOf = (last: number) => `${NOW.toString(16).padStart(12, "0")}${String(last).padStart(20, "0")}`;
  const keys = await store.rings.load("acc", shared, idOf(0), NOW);
  const rings = [1, 2].map((last) => {
    const id = idOf(last);
    return store.rings.join("acc", keys, id, NOW, true).change;
  });
  const charge = await store.usage.reserve("acc", store.usage.monthOf(NOW), 1000, 1);
  // Two, because the record of a commit of one is in the account's entry.
  const records = [slot, store.segments.reserve()].map((slot) => ({
    slot,
    owner: "acc",
    packed: packScore({ ...record, id: slot.requestId }),
  }));
  const counts = records.map(() => countedOf(record));
  await store.commit(together(
    changeOf<StoreWrite>({ records, sightings: [{ kind: "ip", hash: "hash", at: NOW }], counts }),
    change,
    ...rings,
    store.transactions.scored("acc", "hash", slot.requestId, NOW),
    store.agentActivity.counting("acc", "agent", NOW, () => {}),
    charge!.billed(1),
  ));
  charge!.settle(1);
  await store.compactSightings();
  await store.labels.relabel(record, { outcome: "fraud" }, NOW);
  const event = { account: "acc", action: "score_noted" } as const;
  const by = { id: "key", name: "key main" };
  const noted = {
    also: store.audit.entry(event, COMMAND_LINE),
    refuse: () => new Error("the thread is full"),
  };
  await store.notes.add("acc", record, { by, at: NOW, text: "note" }, noted);
  await store.commit(store.labelAuthors.noting("acc", record, { by, at: NOW, outcome: "fraud" }));
  await store.reviewCases.change("acc", record.id, () => ({ assigned: by }), { end: record.expiresAt });
  const erasure = {
    id: "era_1",
    account: "acc",
    at: NOW,
    state: "erasing",
    counts: { scores: 1 },
    endedAt: null,
  } as const;
  await store.erasures.begin(erasure, [new Uint8Array([1])], NO_CHANGE);
  await store.reviewFilters.change("acc", "key", () => [{ name: "risky", query: "sort=risk" }]);
}

/** A report of several writes, whose second one fails. */
async function interruptReport(store: Store): Promise<void> {
  const hashes = Array.from({ length: 100 }, (_, index) => `hash ${index}`);
  const commit = store.engine.commit;
  let writes = 0;
  store.engine.commit = (batch: Batch) =>
    ++writes === 2 ? Promise.reject(new Error("the disk is full")) : commit(batch);
  const free = () => Promise.resolve({ billed: () => NO_CHANGE, settle: () => {} });
  const report = { account: "acc", id: () => "report", kind: "email", hashes } as const;
  await assert.rejects(store.reports.count(report, () => NOW, free), /disk is full/);
  store.engine.commit = commit;
}

/** Limits are shared only with a peer. */
async function spend(store: Store): Promise<void> {
  const { engine, peers } = store;
  const options = { engine, now: () => NOW, random: Math.random };
  await new Peers(options).join();
  const limits = new SharedLimits({
    engine,
    peers,
    limiters: {
      limiter: {
        share: () => {},
        spendings: () => [{ key: "key_1", spent: 1, since: NOW, base: NOW, arrival: NOW }],
        raise: () => {},
        absorb: () => {},
      },
    },
    now: () => NOW,
  });
  await limits.exchange();
  const slice = { limiter: "key", key: "key_1", limit: 60, periodMs: 60_000, wanted: 1, last: 0, arrival: 0 };
  await new RateSlices(store.exactChanges, () => 2).take({ ...slice, now: NOW });
  const month = store.usage.monthOf(NOW);
  await new QuotaSlices(store.exactChanges, peers, () => NOW)
    .take({ account: "acc", month, quota: 10, used: 0, left: 0, wanted: 1 });
}

async function* sourceFiles(folder: string): AsyncIterable<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourceFiles(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}
