/** Which sign-ups and users an account is that another service tells of. What is not known is not guessed. */
import type { EventSubject } from "../../../model/endpoints/security_event.ts";
import { RETENTION_MS, type ScoreRecord } from "../../../model/records.ts";
import type { Services } from "../../context.ts";
import { userHash, userHashes } from "../../login/identity.ts";
import { hashesOf } from "../../privacy/mentions.ts";

export interface KnownAccount {
  readonly kind: EventSubject["kind"];
  /** The hash that it is known by. */
  readonly value: string;
  /** Live scores with it, the newest first. */
  readonly scores: readonly ScoreRecord[];
  /** Hashes of users who log in. */
  readonly users: readonly string[];
}

/** Scores that are looked at, the newest. */
const MAX_SCORES = 100;
const MAX_USERS = 10;

/** By the first subject that something is known of; null: by none. @param source of the issuer, as `ToldName` has it */
export async function knownAccount(
  services: Services,
  account: string,
  subjects: readonly EventSubject[],
  source: string,
): Promise<KnownAccount | null> {
  for (const subject of subjects) {
    const known = await knownBy(services, account, subject, source);
    if (known !== null) return known;
  }
  return null;
}

async function knownBy(
  services: Services,
  account: string,
  { kind, text }: EventSubject,
  source: string,
): Promise<KnownAccount | null> {
  const { store, hasher, now } = services;
  const hashes = kind === "external_id" ? userHashes(hasher, "live", text) : hashesOf(hasher, kind, text);
  if (hashes.length === 0) return null;
  const { records } = await store.scoreSearch.newestWith(account, hashes, {
    since: now() - RETENTION_MS,
    limit: MAX_SCORES,
  });
  const scores = records.filter(({ mode, signup, components }) =>
    mode === "live" &&
    (kind === "external_id"
      ? signup?.external !== undefined && hashes.includes(signup.external)
      : components.some((component) => component.kind === kind && hashes.includes(component.hash)))
  );
  const users = new Set(scores.flatMap(({ signup }) => signup?.userId == null ? [] : [signup.userId]));
  const named = [...users].slice(0, MAX_USERS).map((userId) => userHash(hasher, "live", userId));
  // Users may log in by the external id itself.
  if (kind === "external_id") {
    const user = userHash(hasher, "live", text);
    if (scores.length > 0 || await store.loginUsers.get(account, user) !== null) named.push(user);
  }
  if (scores.length === 0 && named.length === 0) return null;
  const told = await Promise.all(hashes.map((hash) => store.toldAccounts.get(account, hash, source)));
  // What was told before the secret was replaced; else the hash by which the sign-up leads to it when it is erased.
  const value = hashes.find((_, at) => told[at] !== null) ?? storedHash(scores[0], kind) ?? hashes[0]!;
  return { kind, value, scores, users: [...new Set(named)] };
}

function storedHash(score: ScoreRecord | undefined, kind: EventSubject["kind"]): string | undefined {
  return kind === "external_id"
    ? score?.signup?.external
    : score?.components.find((component) => component.kind === kind)?.hash;
}
