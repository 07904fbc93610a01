/** All the signatures of a request, judged in order until one verifies. The only outside question is for the directories' keys. */
import type { Budget } from "../../concurrency/budget.ts";
import { known } from "../../model/evidence.ts";
import type { AgentDirectories } from "./directory/directory.ts";
import type { SignedRequest } from "./parse.ts";
import { readCandidates, type ReadyCandidate } from "./profile.ts";
import { type Attempt, type DirectoryAnswer, judgeCandidate } from "./score.ts";

export interface AgentSources {
  readonly directories: AgentDirectories;
}

export interface AgentContext {
  /** Account id of who asks. */
  readonly account: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How long directories may take; null waits for as long as a fetch may last. */
  readonly budget: Budget | null;
}

/** Empty when no signature claims the profile. Everything that can be judged offline is judged before the first fetch. */
export async function collectAgent(
  request: SignedRequest,
  sources: AgentSources,
  context: AgentContext,
): Promise<readonly Attempt[]> {
  const { directories } = sources;
  const now = Math.floor(context.now / 1000);
  const candidates = readCandidates(request, now, directories.overrides);
  const attempts: Attempt[] = [];
  const asked = new Map<ReadyCandidate, Asked>();
  function ask(candidate: ReadyCandidate): Asked {
    const answer = asked.get(candidate) ??
      directories.lookup(candidate.target, candidate.keyid, context.account);
    asked.set(candidate, answer);
    return answer;
  }
  for (const candidate of candidates) {
    if (!candidate.ready) {
      attempts.push({ candidate, reason: candidate.reason, detail: candidate.detail, card: null });
      continue;
    }
    const waiting = ask(candidate);
    if (waiting instanceof Promise) {
      // A slow directory must not use up the time of those behind it.
      for (const other of candidates) if (other.ready) ask(other);
    }
    const answer = await inTime(waiting, candidate, directories, context.budget);
    const attempt = await judgeCandidate(candidate, answer, now);
    attempts.push(attempt);
    if (attempt.reason === "verified") break;
  }
  return attempts;
}

type Asked = DirectoryAnswer | Promise<DirectoryAnswer>;

async function inTime(
  answer: Asked,
  { target, keyid }: ReadyCandidate,
  directories: AgentDirectories,
  budget: Budget | null,
): Promise<DirectoryAnswer> {
  if (!(answer instanceof Promise) || budget === null) return await answer;
  const told = await budget.within(answer.then(known));
  if (told.known) return told.value;
  return directories.remembered(target, keyid) ??
    { ok: false, reason: "directory_unavailable", detail: "the directory is still being fetched" };
}
