/** What an account's conditions cost a sign-up: as many as it can have, judged on a stored one with counts in memory. */
import { labelCountOf } from "../src/model/conditions/count.ts";
import { MAX_ACTIVE_CONDITIONS } from "../src/model/rules/condition_rule.ts";
import { valuesOfRecord } from "../src/service/conditions/counts/past_signups.ts";
import { judgeConditions } from "../src/service/conditions/judge.ts";
import { SignupSubject } from "../src/service/conditions/signup_subject.ts";
import { startApp, type TestApp } from "../tests/support/app/app.ts";

/** As a fraud team writes them; the number makes each another one. */
const WRITTEN: readonly ((n: number) => string)[] = [
  (n) => `phone.country == "TJ" && ip.country != "TJ" && signup.score > ${n % 100}`,
  (n) => `signups("asn", "1h") > ${2000 + n} && ip.network == "datacenter"`,
  (n) => `email.domain_class == "private" && signups("email_domain", "7d") > ${5000 + n}`,
  (n) => `email.shape == "initial+surname+9999" && ip.asn == ${n}`,
  (n) => `signup.hour > ${n % 24} && components.ip.score > 90 && "disposable" in findings`,
  (n) => `ip.country in ["TJ", "UZ", "KG"] || email.domain == "shop${n}.com"`,
  (n) => `distinct("ip", "email", "24h") > ${1000 + n} || fraud("subnet", "7d") > ${n}`,
  (n) => `custom.plan == "plan${n}"`,
];
const PEOPLE = 500;
const JUDGED = 2_000;

/** Microseconds for each sign-up, of each round. */
export async function conditionCost(rounds: number): Promise<number[]> {
  await using app = await startApp();
  for (let n = 0; n < MAX_ACTIVE_CONDITIONS; n++) {
    const json = {
      when: WRITTEN[n % WRITTEN.length]!(n),
      action: "review",
      state: n % 2 === 0 ? "live" : "shadow",
    };
    const { status, text } = await app.askDirectly("/v1/rules", { json });
    if (status !== 200) throw new Error(text);
  }
  let last = "";
  for (let n = 0; n < PEOPLE; n++) {
    const json = { ip: `81.2.69.${n % 250}`, email: `person${n}@gmail.com`, phone: "+992501831234" };
    last = (await app.askDirectly("/v1/score/user", { json })).body.request_id;
  }
  const judge = await judging(app, last);
  for (let n = 0; n < JUDGED; n++) judge();
  return Array.from({ length: rounds }, () => {
    const begun = performance.now();
    for (let n = 0; n < JUDGED; n++) judge();
    return (performance.now() - begun) / JUDGED * 1000;
  });
}

/** Judges the conditions of the account on a stored sign-up, as if it came again. */
async function judging({ app: { services } }: TestApp, requestId: string): Promise<() => void> {
  const { store, counts, conditions } = services;
  const { id } = store.accounts.accountNamed("main")!;
  const known = await conditions.of(id);
  await counts.ready(id, "live", known.counts);
  const now = services.now();
  const record = (await store.scores.get(id, requestId, now))!;
  const { facts = {}, score, verdict, signup } = record;
  const values = valuesOfRecord(record);
  const before = { score, verdict, ruled: false, anyBlock: false, agentDenied: false, reviewThreshold: 40 };
  const components = record.components.map(({ kind, score, unknown }) => ({
    kind,
    score,
    unknown,
    findings: [],
  }));
  return () => {
    const subject = new SignupSubject({
      facts,
      score,
      verdict,
      components,
      findings: [],
      linkage: signup!.linkage,
      ring: signup!.ring,
      counts: {
        count: (wanted) => counts.count(id, "live", wanted, values, now),
        labels: (name) =>
          labelCountOf(name) === null ? null : counts.count(id, "live", labelCountOf(name)!, values, now),
        reason: (wanted) => counts.reason(id, "live", wanted, now),
      },
    });
    judgeConditions(known.active, subject, before, now);
  };
}
