/** Reports of other accounts against an ordinary sign-up, and against values that very many people share. */
import { DAY_MS } from "../../src/model/duration.ts";
import { startApp, type TestApp } from "../../tests/support/app/app.ts";
import type { Row, Simulation } from "./row.ts";
import { reportAll, type Sybil, sybils } from "./sybils.ts";

const VICTIM = {
  ip: "73.15.20.9",
  email: "ada.lovelace@ordinary-company.org",
  phone: "+442083661177",
  domain: "ordinary-company.org",
};
const SHARED: readonly { readonly what: string; readonly values: Readonly<Record<string, string>> }[] = [
  { what: "gmail.com", values: { domain: "gmail.com" } },
  { what: "8.8.8.8", values: { ip: "8.8.8.8" } },
];
const STRICTNESSES = ["balanced", "strictest"] as const;
const AGE_MS = 8 * DAY_MS;

async function verdicts(
  app: TestApp,
  key: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const found: string[] = [];
  for (const strictness of STRICTNESSES) {
    const { body } = await app.ask("/v1/score/user", { key, json: { ...values, strictness } });
    found.push(`${body.verdict} ${body.risk_score}`);
  }
  return found.join(" / ");
}

interface Attempt {
  readonly attempt: string;
  readonly values: Readonly<Record<string, string>>;
  /** Whether the victim's verdict may change: two of the operator's accounts agree. */
  readonly mayMove: boolean;
  attackers(app: TestApp): Promise<Sybil[]>;
}

async function tryOnce({ attempt, values, mayMove, attackers }: Attempt): Promise<Row> {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const made = await attackers(app);
  const other = await app.account("tenant");
  now += AGE_MS;
  const before = await verdicts(app, other.key, values);
  await reportAll(app, made, values, 3);
  const after = await verdicts(app, other.key, values);
  const result = before === after ? `unchanged (${before})` : `${before} → ${after}`;
  return { attack: "poisoning", attempt, result, ok: mayMove ? null : before === after };
}

async function* run(): AsyncIterable<Row> {
  for (const count of [1, 3, 10, 30, 100, 300]) {
    const attempt = `${count} self-made ${
      count === 1 ? "account reports" : "accounts report"
    } an ordinary sign-up`;
    const attackers = (app: TestApp) => sybils(app, count, "signup");
    yield await tryOnce({ attempt, values: VICTIM, mayMove: false, attackers });
  }
  for (const count of [1, 2]) {
    const attempt = `${count} ${count === 1 ? "member reports" : "members report"} an ordinary sign-up`;
    const attackers = (app: TestApp) => sybils(app, count, "operator");
    yield await tryOnce({ attempt, values: VICTIM, mayMove: count > 1, attackers });
  }
  for (const { what, values } of SHARED) {
    for (
      const [count, madeBy, who] of [[300, "signup", "self-made accounts"], [
        5,
        "operator",
        "members",
      ]] as const
    ) {
      const attempt = `${count} ${who} report ${what}`;
      const attackers = (app: TestApp) => sybils(app, count, madeBy);
      yield await tryOnce({ attempt, values, mayMove: false, attackers });
    }
  }
}

export const poisoning: Simulation = { name: "poisoning", run };
