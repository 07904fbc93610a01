/** All the signatures of a request, judged in order until one verifies. The only outside question is for the directories' keys. */
import type { Budget } from "../../cache/budget.ts";
import { known } from "../../domain/evidence.ts";
import type { AgentDirectories } from "./directory.ts";
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
  const now = Math.floor(context.now / 1000);
  const attempts: Attempt[] = [];
  for (const candidate of readCandidates(request, now, sources.directories.overrides)) {
    if (!candidate.ready) {
      attempts.push({ candidate, reason: candidate.reason, detail: candidate.detail, card: null });
      continue;
    }
    const attempt = await judgeCandidate(candidate, await directoryAnswer(candidate, sources, context), now);
    attempts.push(attempt);
    if (attempt.reason === "verified") break;
  }
  return attempts;
}

async function directoryAnswer(
  candidate: ReadyCandidate,
  { directories }: AgentSources,
  { account, budget }: AgentContext,
): Promise<DirectoryAnswer> {
  const answer = directories.lookup(candidate.target, candidate.keyid, account);
  if (!(answer instanceof Promise)) return answer;
  if (budget === null) return await answer;
  const inTime = await budget.within(answer.then(known));
  if (inTime.known) return inTime.value;
  return directories.remembered(candidate.target, candidate.keyid) ??
    { ok: false, reason: "directory_unavailable", detail: "the directory is still being fetched" };
}
