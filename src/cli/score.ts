/** `score`: one sign-up from the shell, without a server and without a key. Nothing is stored. */
import { createApp } from "../app/app.ts";
import { parseStrictness } from "../model/verdict.ts";
import { maskOf } from "../signals/registry.ts";
import { internalContext } from "../service/score/internal_caller.ts";
import { readSignup } from "../service/score/read_signup.ts";
import { scoreSignup, signupBody, type SignupScore } from "../service/score/score_signup.ts";
import { ValueReader } from "../service/score/value_reader.ts";
import type { CommandContext } from "./context.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function scoreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    ip: { type: "string" },
    email: { type: "string" },
    phone: { type: "string" },
    "phone-country": { type: "string" },
    domain: { type: "string" },
    strictness: { type: "string", default: "balanced" },
    json: { type: "boolean", default: false },
  }, false);
  const strictness = parseStrictness(values.strictness);
  if (strictness === null) {
    throw new UsageError("--strictness must be lenient, balanced, strict, strictest, or 0 to 3");
  }
  const started = performance.now();
  const fields = { ...values, phone_country: values["phone-country"] };
  const signup = readSignup(new ValueReader(), fields, refuse);
  const config = { ...context.config, store: ":memory:" };
  const app = await createApp(config, context.warn, { background: false, terminal: true });
  try {
    const result = await scoreSignup(app.services, internalContext(strictness, started), signup);
    if (values.json) context.print(JSON.stringify(whole(result, started), null, 2));
    else for (const line of report(result)) context.print(line);
    return 0;
  } finally {
    await app.close();
  }
}

/** The error of a field, named as its option. */
function refuse(field: string, why: string): UsageError {
  return new UsageError(
    field === ""
      ? "give at least one of --ip, --email, --phone, --domain"
      : `--${field.replace("_", "-")} ${why}`,
  );
}

/** The unified result, with every finding, its points, and why each null is null. */
function whole(result: SignupScore, started: number) {
  const components = result.decisions.map(({ evaluation }) => evaluation.component);
  return {
    ...signupBody(result, started),
    findings: components.flatMap(({ breakdown }) => breakdown.findings),
    trust: components.flatMap(({ breakdown }) => breakdown.trust),
    unknown: Object.fromEntries(components.map(({ kind, unknown }) => [kind, unknown])),
  };
}

function report(result: SignupScore): string[] {
  const lines = [`${result.verdict.toUpperCase()}  ${result.score}/100`, result.summary, ""];
  for (const { prepared: { kind, input }, evaluation, score, verdict } of result.decisions) {
    const { breakdown, unknown } = evaluation.component;
    lines.push(
      `${kind.padEnd(7)} ${String(score).padStart(3)}  ${verdict.padEnd(6)} ${maskOf(kind, input)}`,
    );
    for (const finding of breakdown.findings) {
      lines.push(`        ${`+${finding.points}`.padStart(6)}  ${finding.text}`);
    }
    for (const trust of breakdown.trust) {
      lines.push(`        ${`×${trust.factor}`.padStart(6)}  ${trust.text}`);
    }
    const reasons = Object.entries(unknown);
    if (reasons.length > 0) {
      lines.push(`        unknown: ${reasons.map(([field, why]) => `${field} (${why})`).join(", ")}`);
    }
  }
  return lines;
}
