import assert from "node:assert/strict";
import type { Awaitable } from "../../../../src/concurrency/awaitable.ts";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import type { MailboxAnswer, MailDomainFacts } from "../../../../src/model/outside_facts.ts";
import { collectEmail, type EmailSources } from "../../../../src/signals/email/collect.ts";
import type { MailboxRequest } from "../../../../src/signals/email/mailbox/mailbox.ts";
import { parseEmail } from "../../../../src/signals/email/parse.ts";
import { domainFacts, domainSources } from "../../../support/fixtures/domain_evidence.ts";
import { NOW } from "../../../support/fixtures/email_evidence.ts";

const MX = known([{ preference: 10, exchange: "aspmx.l.google.com" }, {
  preference: 20,
  exchange: "mx.example.net",
}]);
const MAIL = domainFacts({ mx: MX });
const VERIFIED: MailboxAnswer = {
  status: "verified",
  exists: known(true),
  catchAll: known(false),
  reply: "accepted",
};
const HISTORY = {
  abuseReports: 2,
  recentAbuse: true,
  recentAbuseCounts: true,
  abuseRisk: 0.4,
  firstSeen: "2026-11-01T00:00:00Z",
  timesSeen: 3,
};
const NEVER = new Promise<never>(() => {});

/** Sources that answer synchronously and record their requests. */
function sourcesWith(
  given: Partial<EmailSources> = {},
): { sources: EmailSources; asked: string[]; probes: MailboxRequest[] } {
  const probes: MailboxRequest[] = [];
  const { sources: domain, asked } = domainSources({
    facts: { mx: MX },
    registration: Promise.resolve(known({ createdAt: "2020-01-01T00:00:00Z", registrar: "R" })),
    lists: {
      disposable: (host) => host === "throwaway.co" ? { level: "listed", entry: host } : null,
      disposableMx: (exchange) => exchange === "mx.throwaway.co",
      isFreeProvider: (host) => host === "gmail.com",
      isAliasProvider: (host) => host === "duck.com",
      isPublicSuffix: () => false,
    },
  });
  const sources: EmailSources = {
    ...domain,
    footprints: {
      of: (email) => {
        asked.push(`footprint ${email}`);
        return Promise.resolve({
          hasAvatar: known(true),
          avatarUrl: "https://a.example/x",
          breachCount: known(0),
        });
      },
    },
    mailboxes: {
      verify: (request) => {
        probes.push(request);
        return Promise.resolve(VERIFIED);
      },
    },
    ...given,
  };
  return { sources, asked, probes };
}

function collect(email: string, sources: EmailSources, budgetMs = Infinity, waitForMailbox = false) {
  const context = { budget: new Budget(budgetMs), history: HISTORY, now: NOW };
  return collectEmail(parseEmail(email), sources, context, { waitForMailbox });
}

Deno.test("collectEmail queries every source about an ordinary address", async () => {
  const { sources, asked, probes } = sourcesWith();
  const evidence = await collect("Jane.Doe+x@Mail.Company.co.uk", sources);
  assert.deepEqual(asked.sort(), [
    "dns mail.company.co.uk company.co.uk",
    "footprint jane.doe+x@mail.company.co.uk",
    "rdap company.co.uk",
    "web company.co.uk",
  ]);
  assert.deepEqual(probes, [{
    spellings: [
      { address: "Jane.Doe@mail.company.co.uk", key: "jane.doe@mail.company.co.uk" },
      { address: "Jane.Doe+x@mail.company.co.uk", key: "jane.doe+x@mail.company.co.uk" },
    ],
    identity: "jane.doe@mail.company.co.uk",
    domain: "mail.company.co.uk",
    mx: MX.value,
    wait: false,
    account: "",
  }]);
  assert.deepEqual(evidence.createdAt, known("2020-01-01T00:00:00Z"));
  assert.deepEqual(evidence.mail.mx, known(["aspmx.l.google.com", "mx.example.net"]));
  assert.ok(evidence.mail.mxProvider.known && evidence.mail.mxProvider.value);
  assert.deepEqual(evidence.mailbox, VERIFIED);
  assert.equal(evidence.history, HISTORY);
});

const NOBODY_ASKED: readonly { name: string; email: string; why: string }[] = [
  { name: "text that is no address", email: "jane@@company.co", why: "not_asked" },
  { name: "a reserved domain", email: "jane@example.com", why: "not_asked" },
  { name: "a single label", email: "jane@intranet", why: "not_asked" },
  { name: "an address literal", email: "jane@[192.0.2.1]", why: "not_supported" },
];

for (const { name, email, why } of NOBODY_ASKED) {
  Deno.test(`collectEmail queries no source about ${name}`, async () => {
    const { sources, asked, probes } = sourcesWith();
    const evidence = await collect(email, sources);
    assert.deepEqual([asked, probes], [[], []]);
    assert.equal(evidence.mail.acceptsMail.known ? "known" : evidence.mail.acceptsMail.why, why);
    assert.equal(evidence.mailbox.status, "unsupported");
  });
}

Deno.test("collectEmail checks a reserved name for forged letters too", async () => {
  const { sources, asked } = sourcesWith();
  assert.equal((await collect("jane@example.com", sources)).homograph?.detected, false);
  assert.equal((await collect("jane@раyраl.local", sources)).homograph?.detected, true);
  assert.deepEqual(asked, []);
});

function facts(changed: Partial<MailDomainFacts>): Partial<EmailSources> {
  return { mailDomains: { facts: () => Promise.resolve({ ...MAIL, ...changed }) } };
}

const NOT_PROBED: readonly {
  name: string;
  email: string;
  given?: Partial<EmailSources>;
  status: string;
  why: string;
}[] = [
  { name: "a disposable domain", email: "jane@throwaway.co", status: "unsupported", why: "not_asked" },
  {
    name: "a domain on a disposable mail host",
    email: "jane@company.co",
    given: facts({ mx: known([{ preference: 1, exchange: "mx.throwaway.co" }]) }),
    status: "unsupported",
    why: "not_asked",
  },
  {
    name: "a domain that accepts no mail",
    email: "jane@company.co",
    given: facts({ acceptsMail: known(false) }),
    status: "unavailable",
    why: "not_asked",
  },
  {
    name: "a domain whose mail hosts were not found in time",
    email: "jane@company.co",
    given: facts({ mx: unknown("timeout"), acceptsMail: unknown("timeout") }),
    status: "unknown",
    why: "timeout",
  },
  {
    name: "a domain when outgoing traffic is off",
    email: "jane@company.co",
    given: facts({ acceptsMail: unknown("offline") }),
    status: "unavailable",
    why: "offline",
  },
  {
    name: "a domain whose DNS fails",
    email: "jane@company.co",
    given: facts({ acceptsMail: unknown("unavailable") }),
    status: "unavailable",
    why: "unavailable",
  },
];

for (const { name, email, given, status, why } of NOT_PROBED) {
  Deno.test(`collectEmail does not probe ${name}`, async () => {
    const { sources, probes } = sourcesWith(given);
    const { mailbox } = await collect(email, sources);
    assert.deepEqual(probes, []);
    assert.equal(mailbox.status, status);
    assert.equal(mailbox.exists.known ? "known" : mailbox.exists.why, why);
  });
}

Deno.test("collectEmail leaves late facts unknown and keeps the rest", async () => {
  const { sources } = sourcesWith({
    registrations: { of: () => NEVER },
    footprints: { of: () => NEVER },
    mailboxes: { verify: () => NEVER },
  });
  const evidence = await collect("jane@company.co", sources, 0);
  assert.deepEqual(evidence.mail.acceptsMail, known(true));
  assert.deepEqual(evidence.createdAt, unknown("timeout"));
  assert.deepEqual(evidence.footprint.hasAvatar, unknown("timeout"));
  assert.equal(evidence.mailbox.status, "unknown");
});

Deno.test("collectEmail leaves facts of failing sources unknown", async () => {
  const fails = () => Promise.reject(new Error("broken"));
  const { sources } = sourcesWith({
    registrations: { of: fails },
    footprints: { of: fails },
    mailboxes: { verify: fails },
  });
  const evidence = await collect("jane@company.co", sources);
  assert.deepEqual(evidence.createdAt, unknown("unavailable"));
  assert.deepEqual(evidence.footprint.breachCount, unknown("unavailable"));
  assert.equal(evidence.mailbox.status, "unavailable");
});

Deno.test("collectEmail waits for the mailbox beyond the budget on request", async () => {
  let answer: (value: MailboxAnswer) => void = () => {};
  const { sources } = sourcesWith({
    mailboxes: { verify: (request) => new Promise((resolve) => answer = request.wait ? resolve : () => {}) },
  });
  const collecting = collect("jane@company.co", sources, 0, true);
  while (answer.length === 0) await Promise.resolve();
  answer(VERIFIED);
  assert.equal((await collecting).mailbox.status, "verified");
});

Deno.test("collectEmail has one budget for everything that a caller waits for", async () => {
  const given: Budget[] = [];
  const { sources, probes } = sourcesWith({
    mailDomains: { facts: (_domain, _organisational, budget) => (given.push(budget), Promise.resolve(MAIL)) },
  });
  await collect("jane@company.co", sources, 0, true);
  const [probe] = probes;
  assert.equal(probe?.wait, given[0]);
  assert.ok(given[0]!.remaining() > 0 && given[0]!.remaining() <= 8_000);
});

Deno.test("collectEmail uses no registration of a domain that is shared by many", async () => {
  const { sources, asked } = sourcesWith();
  const { createdAt } = await collect("jane@jane.github.io", sources);
  assert.deepEqual(createdAt, unknown("not_supported", "subdomain of a shared domain"));
  assert.ok(!asked.some((question) => question.startsWith("rdap")));
});

Deno.test("collectEmail does not call a free or relay provider disposable, whatever the lists say", async () => {
  const { sources } = sourcesWith();
  const lists = {
    ...sources.lists,
    disposable: (host: string) => ({ level: "listed" as const, entry: host }),
  };
  for (const email of ["jane@gmail.com", "jane@duck.com"]) {
    const evidence = await collect(email, { ...sources, lists });
    assert.equal(evidence.lists.disposable, null);
    assert.deepEqual(evidence.lists.disposableMx, known(false));
  }
});

Deno.test("collectEmail probes the mailbox when the exchangers are known and only their addresses are late", async () => {
  const { sources, probes } = sourcesWith(facts({ acceptsMail: unknown("timeout") }));
  assert.deepEqual((await collect("jane@company.co", sources)).mailbox, VERIFIED);
  assert.deepEqual(probes.map(({ mx }) => mx), [MX.value]);
});

const NOT_FOUND: MailboxAnswer = {
  status: "verified",
  exists: known(false),
  catchAll: known(false),
  reply: "not_found",
};

for (const why of ["timeout", "unavailable", "no_source"] as const) {
  Deno.test(`collectEmail uses the stored answer of the mailbox when the domain's DNS is unknown: ${why}`, async () => {
    const dark = facts({ exists: unknown(why), mx: unknown(why), acceptsMail: unknown(why) });
    const kept: string[] = [];
    const mailboxes = (answer: Awaitable<MailboxAnswer | null>): EmailSources["mailboxes"] => ({
      verify: () => assert.fail("no query is allowed"),
      stored: ({ spellings }) => (kept.push(spellings[0]!.address), answer),
    });
    const about = async (answer: Awaitable<MailboxAnswer | null>) =>
      (await collect("jane@company.co", sourcesWith({ ...dark, mailboxes: mailboxes(answer) }).sources, 0))
        .mailbox;
    assert.deepEqual(await about(NOT_FOUND), NOT_FOUND, "in memory");
    assert.deepEqual(
      await about(new Promise((resolve) => setTimeout(resolve, 1, NOT_FOUND))),
      NOT_FOUND,
      "stored",
    );
    const status = why === "timeout" ? "unknown" : "unavailable";
    assert.deepEqual([(await about(null)).status, (await about(Promise.reject(new Error("x")))).status], [
      status,
      status,
    ]);
    assert.deepEqual(kept, Array(4).fill("jane@company.co"));
  });
}

Deno.test("collectEmail from memory: a stored answer of the mailbox counts, and none is asked for", async () => {
  const from = async (answer: MailboxAnswer | null) => {
    const mailboxes = { verify: () => assert.fail("no query is allowed"), stored: () => answer };
    const context = { budget: Budget.ofMemory({ id: "a", madeBy: "operator" }), history: HISTORY, now: NOW };
    const evidence = await collectEmail(
      parseEmail("jane@company.co"),
      sourcesWith({ mailboxes }).sources,
      context,
    );
    return evidence.mailbox;
  };
  assert.deepEqual(await from(NOT_FOUND), NOT_FOUND);
  const unasked = await from(null);
  assert.deepEqual([unasked.status, unasked.exists.known], ["unknown", false]);
  assert.match(JSON.stringify(unasked.exists), /"timeout".*not in memory/);
});

Deno.test("collectEmail: a name that does not exist has no website; one without an address is checked", async () => {
  const gone = { exists: known(false), resolves: known(false), acceptsMail: known(false) };
  const rows = [
    { name: "no such name", email: "jane@company.co", facts: gone, website: known(false), asked: [] },
    {
      name: "no address",
      email: "jane@company.co",
      facts: { resolves: known(false) },
      website: known(true),
      asked: ["company.co"],
    },
    {
      name: "a mail host below the site's name",
      email: "jane@mail.company.co",
      facts: gone,
      website: known(true),
      asked: ["company.co"],
    },
  ];
  for (const row of rows) {
    const asked: string[] = [];
    const { sources } = sourcesWith({
      ...facts(row.facts),
      websites: { present: (domain) => (asked.push(domain), known(true)) },
    });
    assert.deepEqual((await collect(row.email, sources)).website, row.website, row.name);
    assert.deepEqual(asked, row.asked, row.name);
  }
});

Deno.test("collectEmail leaves out the root of a null MX", async () => {
  const { sources } = sourcesWith(
    facts({ mx: known([{ preference: 0, exchange: "" }]), acceptsMail: known(false) }),
  );
  const { mail } = await collect("jane@company.co", sources);
  assert.deepEqual(mail.mx, known([]));
  assert.deepEqual(mail.mxProvider, known(null));
});
