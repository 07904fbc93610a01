/** Checks the signatures of a request in order until one verifies. The only outside evidence is the keys of directories. */
import type { Budget } from "../../concurrency/budget.ts";
import { known } from "../../model/evidence.ts";
import type { AgentDirectories } from "./directory/directory.ts";
import type { SignedRequest } from "./parse.ts";
import { refused } from "./reasons.ts";
import { readCandidates, type ReadyCandidate } from "./profile.ts";
import { type Attempt, type DirectoryAnswer, judgeCandidate } from "./score.ts";

export interface AgentSources {
  readonly directories: AgentDirectories;
}

export interface AgentContext {
  /** Account id of the caller. */
  readonly account: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How long directories may take; null: as long as a fetch may last. */
  readonly budget: Budget | null;
}

/** Empty when no signature claims a profile. Everything that can be checked offline is checked before the first fetch. */
export async function collectAgent(
  request: SignedRequest,
  sources: AgentSources,
  context: AgentContext,
): Promise<readonly Attempt[]> {
  const { directories } = sources;
  const now = Math.floor(context.now / 1000);
  const candidates = readCandidates(request, now, directories);
  const attempts: Attempt[] = [];
  const answers = new Map<ReadyCandidate, Answer>();
  function lookUp(candidate: ReadyCandidate): Answer {
    const answer = answers.get(candidate) ??
      directories.lookup(candidate.target, candidate.keyid, context.account, context.budget);
    answers.set(candidate, answer);
    return answer;
  }
  for (const candidate of candidates) {
    if (!candidate.ready) {
      attempts.push({ candidate, reason: candidate.reason, detail: candidate.detail, card: null });
      continue;
    }
    const lookup = lookUp(candidate);
    if (lookup instanceof Promise) {
      // The others are fetched at the same time, so that a slow directory does not use up their budget.
      for (const other of candidates) if (other.ready) lookUp(other);
    }
    const answer = await lookupWithin(lookup, candidate, directories, context.budget);
    const attempt = await judgeCandidate(candidate, answer, now);
    attempts.push(attempt);
    if (attempt.reason === "verified") break;
  }
  return attempts;
}

type Answer = DirectoryAnswer | Promise<DirectoryAnswer>;

/** The answer, or what is cached when the budget ends before. */
export async function lookupWithin(
  answer: Answer,
  { target, keyid }: Pick<ReadyCandidate, "target" | "keyid">,
  directories: AgentDirectories,
  budget: Budget | null,
): Promise<DirectoryAnswer> {
  if (!(answer instanceof Promise) || budget === null) return await answer;
  const inTime = await budget.within(answer.then(known));
  if (inTime.known) return inTime.value;
  return directories.cached(target, keyid) ??
    refused("directory_unavailable", "the directory is still being fetched");
}
