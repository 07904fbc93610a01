/**
 * Signing in with an address and a password, then a code. An attempt costs the same whether or not the address has a person,
 * and its limits leave the person in: strangers share the attempts at an address, while a browser or a network that the person
 * signed in from before has its own.
 */
import { AppError } from "../../model/error.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { isActive, type Person, signedIn } from "../../model/access/person.ts";
import { type CodeResult, judgeCode, lockedUntil } from "../../model/access/second_factor.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { addressHashes } from "./address.ts";
import { callerOf } from "./caller.ts";
import { unusedSalt } from "./join.ts";
import { isSameHash, MAX_PASSWORD_CHARS } from "./passwords.ts";
import { codeAt, readCode } from "./totp.ts";
import { originOf } from "../../model/access/audit.ts";

/** Wrong passwords per hour: for an address from one network or known browser, and from all networks that are not the person's. */
const FROM_ONE = 20;
const FROM_ALL = 100;
/** Between the password and the code. */
const PENDING_MS = 10 * MINUTE_MS;

type Origin = NonNullable<Caller["origin"]>;

/** Where an attempt comes from. */
export interface Attempt {
  /** Hash of the network; "": unknown. */
  readonly network: string;
  /** What the browser was given when somebody signed in there last. */
  readonly browser: string | undefined;
  readonly from: Origin;
}

/** The people whose password was right, one of each account. */
interface Pending {
  readonly people: readonly Person[];
}

/**
 * @returns what the browser carries to the page for the code
 * @throws AppError sign_in_failed, rate_limited, overloaded
 */
export async function takePassword(
  services: Services,
  { email, password }: { readonly email: string; readonly password: string },
  attempt: Attempt,
): Promise<string> {
  const { store, people: { passwords }, pageLimiter, now } = services;
  const hashes = addressHashes(services, email);
  const address = hashes[0]!;
  const named = (await store.people.named(hashes)).sort((a, b) => a.createdAt - b.createdAt);
  const { nonce, people: ofBrowser } = knownBrowser(services, attempt.browser, named);
  // Of another account, too, anybody can have a person with this address.
  const known = new Set(
    named.filter((person) =>
      ofBrowser.has(person) || (attempt.network !== "" && person.networks?.includes(attempt.network) === true)
    ),
  );
  const one = `sign-in ${address} ${nonce ?? attempt.network}`;
  const everyone = `sign-in ${address}`;
  const ofStrangers = () => pageLimiter.peek(everyone, FROM_ALL, now());
  const requireRoom = () => {
    requireAllowed(pageLimiter.peek(one, FROM_ONE, now()));
    if (known.size === 0) requireAllowed(ofStrangers());
  };
  requireRoom();
  const withPassword = named.filter((person) => person.password !== undefined && isActive(person));
  const salt = withPassword[0]?.password?.salt ?? unusedSalt(services, address);
  // Again when its turn has come: attempts that were sent together are counted together.
  const computed = await passwords.hash(password, salt, requireRoom);
  const { allowed: hasRoom } = ofStrangers();
  const matching = withPassword.filter((person) =>
    (hasRoom || known.has(person)) && person.password!.salt === salt && isSameHash(person.password!, computed)
  );
  if (matching.length === 0 || password.length > MAX_PASSWORD_CHARS) {
    requireAllowed(await pageLimiter.take(one, FROM_ONE, now()));
    if (known.size === 0 || known.size < named.length) {
      const taken = await pageLimiter.take(everyone, FROM_ALL, now());
      if (known.size === 0) requireAllowed(taken);
    }
    const event = { account: null, action: "sign_in_failed", details: { reason: "password" } } as const;
    await store.audit.record(event, { key: null, person: null, ...attempt.from() });
    throw new AppError("sign_in_failed", "The e-mail address or the password is wrong.");
  }
  return pendingText(services, matching);
}

/** @throws AppError sign_in_failed where the password was too long ago, or anything changed since */
export async function pendingOf(services: Services, text: string | undefined): Promise<Pending> {
  const [payload = "", mac = ""] = (text ?? "").split(".");
  const sent = services.hasher.hash("sign-in", payload) === mac && payload !== ""
    ? readPayload(payload)
    : null;
  const now = services.now();
  if (sent === null || sent.at > now || sent.at <= now - PENDING_MS) throw begin();
  const found = await Promise.all(sent.people.map(([account, id]) => services.store.people.get(account, id)));
  const people = found.filter((person) =>
    person !== null && isActive(person) && person.password !== undefined &&
    person.password.changedAt <= sent.at
  );
  if (people.length === 0) throw begin();
  return { people: people as Person[] }; // those that are null were left out
}

/**
 * A code works once, over all processes.
 * @param id of one of the pending people
 * @throws AppError sign_in_failed
 */
export async function takeCode(
  services: Services,
  { people: pending }: Pending,
  id: string,
  typed: string,
  attempt: Attempt,
): Promise<Person> {
  const { store, people: { seal }, now } = services;
  const known = pending.find((person) => person.id === id) ?? pending[0]!;
  const account = store.accounts.account(known.account);
  if (account === null) throw begin();
  const code = readCode(typed);
  const at = now();
  // The change runs again when another process was faster: the last result is the stored one.
  const results: CodeResult[] = [];
  const person = await store.people.change(known.account, known.id, (current) => {
    if (
      current?.secondFactor === undefined || current.password?.changedAt !== known.password!.changedAt
    ) throw begin();
    const secret = seal.decrypt(current.secondFactor.secret);
    const judged = judgeCode(
      current.secondFactor,
      code,
      at,
      (step) => secret === null ? "" : codeAt(secret, step),
    );
    const { result } = judged;
    results.push(result);
    const changed = { ...current, secondFactor: judged.factor };
    return result === "accepted" || result === "recovered"
      ? signedIn(changed, attempt.network === "" ? null : attempt.network, at)
      : changed;
  });
  const told = results.at(-1)!;
  const caller = { ...callerOf(services, account, person), origin: attempt.from };
  if (told === "recovered") {
    const details = { left: String(person.secondFactor!.recovery.length) };
    await store.audit.record({
      account: account.id,
      action: "recovery_code_used",
      subjects: [person.id],
      details,
    }, originOf(caller));
  }
  if (told === "accepted" || told === "recovered") return person;
  const event = { account: account.id, action: "sign_in_failed", details: { reason: "code" } } as const;
  await store.audit.record(event, originOf(caller));
  const until = lockedUntil(person.secondFactor!, at);
  throw new AppError("sign_in_failed", until === null ? CODE_PROBLEMS[told] : lockedText(until));
}

const CODE_PROBLEMS: Readonly<Record<Exclude<CodeResult, "accepted" | "recovered">, string>> = {
  wrong: "This code is wrong.",
  used: "This code was used already. Wait for the next one.",
  locked: "Too many wrong codes.",
};

function lockedText(until: number): string {
  return "There were too many wrong codes. Enter a recovery code, or wait until " +
    `${new Date(until).toISOString().slice(11, 16)} UTC.`;
}

/** People of one address, each of another account, whom a browser is known for. */
const MAX_PEOPLE_OF_BROWSER = 4;
const NONCE = /^[0-9a-f]{24}$/;

/**
 * For the browser of somebody who signed in: its attempts are counted apart.
 * @param before what it had
 */
export function browserText(
  { hasher, randomBytes }: Pick<Services, "hasher" | "randomBytes">,
  person: Person,
  before: string = "",
): string {
  const [nonce = "", address = "", ...others] = before.split(".");
  const isOwn = NONCE.test(nonce) && addressProof(hasher, nonce, person) === address;
  const kept = isOwn ? nonce : randomBytes(12).toHex();
  const own = personProof(hasher, kept, person);
  const rest = isOwn ? others.filter((proof) => proof !== own) : [];
  const proofs = [own, ...rest].slice(0, MAX_PEOPLE_OF_BROWSER);
  return [kept, addressProof(hasher, kept, person), ...proofs].join(".");
}

/** Those of the people who signed in with the browser. @returns the nonce null: none of them did */
function knownBrowser(
  { hasher }: Services,
  text: string | undefined,
  people: readonly Person[],
): { readonly nonce: string | null; readonly people: ReadonlySet<Person> } {
  const [nonce = "", _, ...proofs] = (text ?? "").split(".", 2 + MAX_PEOPLE_OF_BROWSER);
  if (!NONCE.test(nonce)) return { nonce: null, people: new Set() };
  const known = people.filter((person) => proofs.includes(personProof(hasher, nonce, person)));
  return { nonce: known.length === 0 ? null : nonce, people: new Set(known) };
}

function addressProof(hasher: IdentifierHasher, nonce: string, { emailHash }: Person): string {
  return hasher.hash("known-browser", `${nonce} ${emailHash}`);
}

function personProof(hasher: IdentifierHasher, nonce: string, { account, id }: Person): string {
  return hasher.hash("known-browser", `${nonce} ${account} ${id}`);
}

interface Payload {
  readonly people: readonly (readonly [account: string, id: string])[];
  readonly at: number;
}

function pendingText({ hasher, now }: Services, people: readonly Person[]): string {
  const payload: Payload = { people: people.map(({ account, id }) => [account, id]), at: now() };
  const text = new TextEncoder().encode(JSON.stringify(payload)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  return `${text}.${hasher.hash("sign-in", text)}`;
}

/** Of a text that this service signed. */
function readPayload(text: string): Payload {
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: "base64url" })),
  ) as Payload;
}

function requireAllowed(
  { allowed, retryAfterSeconds }: { allowed: boolean; retryAfterSeconds: number },
): void {
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds * 1000 / MINUTE_MS);
  throw new AppError(
    "rate_limited",
    `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfter: Math.min(retryAfterSeconds, HOUR_MS / 1000) },
  );
}

function begin(): AppError {
  return new AppError("sign_in_failed", "Please enter your e-mail address and your password again.");
}
