/** `score`: one signup from the shell, without a server and without a key. Nothing is stored. */
import { createApp } from "../app.ts";
import type { Caller } from "../model/records.ts";
import { parseStrictness } from "../model/verdict.ts";
import { AppError } from "../model/error.ts";
import { readSignup } from "../service/score/read_signup.ts";
import { scoreSignup, signupBody, type SignupScore } from "../service/score/score_signup.ts";
import type { CommandContext } from "./context.ts";
import { readArgs, UsageError } from "./usage.ts";

/** A test-mode caller: nothing is billed and no trace is left. */
const SHELL: Caller = {
  account: {
    id: "acc_shell",
    name: "shell",
    createdAt: 0,
    paused: false,
    monthlyQuota: 0,
    madeBy: "operator",
  },
  key: {
    id: "key_shell",
    account: "acc_shell",
    mode: "test",
    name: "shell",
    hash: "",
    tail: "",
    ratePerMinute: 1,
    createdAt: 0,
    revokedAt: null,
  },
};

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
    throw new UsageError("--strictness takes lenient, balanced, strict, strictest, or 0 to 3");
  }
  const started = performance.now();
  const signup = readFields(values);
  const config = { ...context.config, store: ":memory:" };
  const app = await createApp(config, context.warn, { background: false });
  try {
    const result = await scoreSignup(
      app.services,
      { caller: SHELL, strictness, via: "single", started },
      signup,
    );
    if (values.json) context.print(JSON.stringify(whole(result, started), null, 2));
    else for (const line of report(result)) context.print(line);
    return 0;
  } finally {
    await app.close();
  }
}

function readFields(values: { readonly [name: string]: string | boolean | undefined }) {
  const field = (name: string) => values[name] as string | undefined;
  try {
    return readSignup(
      {
        ip: field("ip"),
        email: field("email"),
        phone: field("phone"),
        phone_country: field("phone-country"),
        domain: field("domain"),
      },
      (name, why) =>
        new AppError(
          "invalid_value",
          name === ""
            ? "give at least one of --ip, --email, --phone, --domain"
            : `--${name.replace("_", "-")} ${why}`,
        ),
    );
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message);
    throw error;
  }
}

/** The unified result, with every finding, its points, and why each null is null. */
function whole(result: SignupScore, started: number) {
  return {
    ...signupBody(result, started),
    findings: result.components.flatMap((component) => component.evaluation.findings),
    trust: result.components.flatMap((component) => component.evaluation.trust),
    unknown: Object.fromEntries(result.components.map((component) => [component.kind, component.unknown])),
  };
}

function report(result: SignupScore): string[] {
  const lines = [`${result.verdict.toUpperCase()}  ${result.score}/100`, result.summary, ""];
  for (const component of result.components) {
    lines.push(
      `${component.kind.padEnd(7)} ${String(component.score).padStart(3)}  ${
        component.verdict.padEnd(6)
      } ${component.mask}`,
    );
    for (const finding of component.evaluation.findings) {
      lines.push(`        ${`+${finding.points}`.padStart(6)}  ${finding.text}`);
    }
    for (const trust of component.evaluation.trust) {
      lines.push(`        ${`×${trust.factor}`.padStart(6)}  ${trust.text}`);
    }
    const unknown = Object.entries(component.unknown);
    if (unknown.length > 0) {
      lines.push(`        unknown: ${unknown.map(([field, why]) => `${field} (${why})`).join(", ")}`);
    }
  }
  return lines;
}
