/** Passing a challenge, whatever the proof: counted once, with the proof used up in the same commit. */
import {
  type ChallengeSubject,
  MAX_PASSES,
  MAX_WRONG,
  type PageKind,
} from "../../model/challenge/challenge.ts";
import { counted, dayOf } from "../../model/challenge/figures.ts";
import type { StoredChallenge, Used } from "../../records/challenges.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { mintToken } from "./token.ts";
import { type ChallengeVisitor, deviceClassOf } from "./visitor.ts";

/**
 * Why an answer is refused: `early` a waiting form before its time, `late` after it, `used` sent before, `wrong`, `network`
 * made for another one, `full` the challenge takes no more answers, `mail` no more codes are sent.
 */
export type ChallengeProblem = "early" | "late" | "used" | "wrong" | "network" | "full" | "mail";

export interface Passed {
  readonly token: string;
  readonly kind: PageKind;
  readonly passedAt: number;
}

export type Answered = Passed | ChallengeProblem;

interface Proof {
  readonly kind: PageKind;
  /** What is used up with it; absent: nothing. */
  readonly nonce?: Used;
  /** A visitor of a proxy, whose challenge has no end of tokens: each is worth a cookie of the same network. */
  readonly isEdge: boolean;
}

/** Durable when it resolves. @param change what else becomes of the challenge; null: it takes no such answer */
export async function passChallenge(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
  { kind, nonce, isEdge }: Proof,
  change: (current: StoredChallenge) => StoredChallenge | null = (current) => current,
): Promise<Answered> {
  const { store, now } = services;
  const at = now();
  const known = await store.challenges.get(subject.account, subject.id);
  if (known === null) return "late";
  const seconds = (at - known.shownAt) / 1000;
  const fields = known.passed === null ? ["passed", kind] as const : [];
  const count = store.challenges.count(
    subject.account,
    dayOf(at),
    (day) => fields.length === 0 ? day ?? {} : counted(day, known.place, fields, seconds),
    at,
  );
  const changed = await store.challenges.change(subject.account, subject.id, (current) => {
    const isOpen = current.wrong < MAX_WRONG && current.endsAt > at &&
      (isEdge || current.passes < MAX_PASSES);
    const next = isOpen ? change(current) : null;
    if (next === null) return null;
    const passed = current.passed ?? { at, kind, tookMs: at - current.shownAt };
    return { ...next, passes: current.passes + 1, passed };
  }, { ...(nonce === undefined ? {} : { nonce }), also: fields.length === 0 ? [] : [count] });
  if (changed === "used") return "used";
  if (changed === null) return "full";
  const token = mintToken(services, subject, {
    kind,
    passedAt: at,
    tookMs: at - changed.shownAt,
    network: networkOf(visitor.address),
    device: deviceClassOf(visitor.userAgent),
  });
  return { token, kind, passedAt: at };
}

/** Counts a wrong answer; durable when it resolves. */
export async function noteWrong(
  { store, now }: Services,
  subject: ChallengeSubject,
): Promise<void> {
  const at = now();
  const known = await store.challenges.get(subject.account, subject.id);
  if (known === null || known.wrong >= MAX_WRONG) return;
  const count = store.challenges.count(
    subject.account,
    dayOf(at),
    (day) => counted(day, known.place, ["wrong"]),
    at,
  );
  await store.challenges.change(
    subject.account,
    subject.id,
    (current) => ({ ...current, wrong: Math.min(MAX_WRONG, current.wrong + 1) }),
    { also: known.wrong === 0 ? [count] : [] },
  );
}
