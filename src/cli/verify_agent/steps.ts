/** Explains the steps of a verification: what was covered, where the key is published, which key was used, why it failed. */
import type { DirectoryTarget, KeySources } from "../../signals/agent/directory/agent_url.ts";
import { fetchDirectory, type FetchOptions } from "../../signals/agent/directory/directory_fetch.ts";
import type { SignedRequest } from "../../signals/agent/parse.ts";
import {
  type Candidate,
  MAX_CANDIDATES,
  readCandidates,
  type ReadyCandidate,
} from "../../signals/agent/profile.ts";
import { REASONS } from "../../signals/agent/reasons.ts";
import {
  type Attempt,
  type DirectoryAnswer,
  judgeCandidate,
  type Verification,
  verificationOf,
} from "../../signals/agent/score.ts";

export interface Report {
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
  /** The request verifies, or the directory has no errors. */
  readonly good: boolean;
}

const FETCH_MS = 5_000;

/** @param now seconds: the time at which the request is judged */
export async function explainRequest(
  request: SignedRequest,
  options: FetchOptions & KeySources,
  now: number,
): Promise<Report> {
  const candidates = readCandidates(request, now, options);
  const lines = [
    `request    ${request.method} ${request.target.text} with ${request.fields.size} headers`,
    `judged at  ${time(now)}`,
  ];
  if (candidates.length === 0) {
    const most = `at most ${MAX_CANDIDATES} are read`;
    lines.push(`signatures none with the tag of a known profile in Signature-Input (${most})`);
  }
  const attempts: Attempt[] = [];
  for (const candidate of candidates) {
    const step = await attemptOf(candidate, options, now);
    attempts.push(step.attempt);
    lines.push("", `signature  ${candidate.label === "" ? "(unreadable)" : candidate.label}`, ...step.lines);
  }
  const verification = verificationOf(attempts, now);
  lines.push("", ...conclusion(verification));
  const facts = {
    reason: verification.reason,
    agent: verification.result,
    signatures: attempts.map(({ candidate, reason, detail }) => ({
      label: candidate.label,
      profile: candidate.profile?.name ?? null,
      keyid: candidate.keyid,
      reason,
      detail,
      ...(candidate.ready
        ? { directory: candidate.target.url, covered: candidate.base.covered, base: candidate.base.text }
        : {}),
    })),
  };
  return { lines, facts, good: verification.reason === "verified" };
}

async function attemptOf(
  candidate: Candidate,
  options: FetchOptions,
  now: number,
): Promise<{ attempt: Attempt; lines: string[] }> {
  const lines = [
    `  profile    ${candidate.profile?.title ?? "(unknown)"}`,
    `  keyid      ${candidate.keyid === "" ? "(none)" : candidate.keyid}`,
  ];
  if (candidate.claim !== null) {
    const { value, type, form } = candidate.claim;
    lines.push(`  agent      ${value} (${form} form${type === null ? "" : `, type=${type}`})`);
  }
  if (!candidate.ready) {
    const { reason, detail } = candidate;
    lines.push(`  result     ${reason}: ${detail}`);
    return { attempt: { candidate, reason, detail, card: null }, lines };
  }
  lines.push(
    `  covered    ${candidate.base.covered.join(" ")}`,
    `  expires    ${time(candidate.expires)} (in ${candidate.expires - now} s)`,
    `  base       ${candidate.base.text.split("\n").join("\n             ")}`,
  );
  const directory = await askDirectory(candidate, options);
  const attempt = await judgeCandidate(candidate, directory.answer, now);
  lines.push(...directory.lines, `  result     ${attempt.reason}: ${attempt.detail}`);
  return { attempt, lines };
}

async function askDirectory(
  candidate: ReadyCandidate,
  options: FetchOptions,
): Promise<{ answer: DirectoryAnswer; lines: string[] }> {
  const { target, keyid } = candidate;
  const lines = [`  directory  ${target.url}${viaOverride(target)}`];
  const fetched = await fetchDirectory(options, target, null, FETCH_MS);
  if (fetched.is !== "new") {
    const failure = fetched.is === "failed"
      ? { reason: fetched.reason, detail: fetched.detail }
      : { reason: "directory_unavailable" as const, detail: "status 304" };
    return { answer: { ok: false, ...failure }, lines: [...lines, `  answered   ${failure.detail}`] };
  }
  const prints = [...fetched.keys.keys()];
  const seconds = Math.round(fetched.freshMs / 1000);
  lines.push(`  answered   ${prints.length} usable keys, current for ${seconds} s`);
  for (const print of prints) lines.push(`  key        ${print}${print === keyid ? "  <- keyid" : ""}`);
  return { answer: { ok: true, key: fetched.keys.get(keyid) ?? null, card: fetched.card }, lines };
}

export function viaOverride(target: DirectoryTarget): string {
  return target.override === null ? "" : ` (asked at ${target.override}, an override)`;
}

function conclusion({ reason, result: { host, claimed_name: name } }: Verification): string[] {
  const { class: kind, meaning, fix } = REASONS[reason];
  return [
    `outcome    ${reason} (${kind})`,
    `           ${meaning}`,
    ...(reason === "verified" ? [] : [`to fix     ${fix}`]),
    ...(host === null ? [] : [`proven     the ${host.includes(":") ? "URL" : "host"} ${host}`]),
    ...(name === null ? [] : [`claimed    the name ${JSON.stringify(name)}, which nobody has checked`]),
  ];
}

function time(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : `${seconds} (${date.toISOString()})`;
}
