/**
 * A code by e-mail, for somebody whose address the site gave. It is sent where the person asks, so it is bounded: two mails of
 * a challenge, two an hour and four a day to an address whichever account asks, and a few guesses of each.
 */
import type { ChallengeSubject } from "../../model/challenge/challenge.ts";
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { StoredChallenge } from "../../records/challenges.ts";
import type { Services } from "../context.ts";
import { sendsCodes } from "./offer.ts";
import { type Answered, type ChallengeProblem, noteWrong, passChallenge } from "./pass.ts";
import type { ChallengeVisitor } from "./visitor.ts";

const CODE_MS = 15 * MINUTE_MS;
const DIGITS = 6;
const GUESSES = 5;
const MAILS_OF_CHALLENGE = 2;
const MAILS_PER_HOUR = 2;
const MAILS_PER_DAY = 4;
/** Per hour. */
const MAILS_OF_ACCOUNT = 500;

interface CodeMail {
  readonly subject: string;
  /** With {code} and {minutes}. */
  readonly text: string;
}

const MAILS: Readonly<Record<CustomerLanguage, CodeMail>> = {
  en: {
    subject: "Your code",
    text:
      "Your code is {code}. It is good for {minutes} minutes.\n\nSomebody signed up with this address. If it was not you, do nothing: without the code, nothing happens.\n",
  },
  de: {
    subject: "Ihr Code",
    text:
      "Ihr Code ist {code}. Er gilt {minutes} Minuten.\n\nJemand hat sich mit dieser Adresse angemeldet. Wenn Sie das nicht waren, tun Sie nichts: Ohne den Code geschieht nichts.\n",
  },
  fr: {
    subject: "Votre code",
    text:
      "Votre code est {code}. Il est valable {minutes} minutes.\n\nQuelqu’un s’est inscrit avec cette adresse. Si ce n’était pas vous, ne faites rien : sans le code, il ne se passe rien.\n",
  },
  es: {
    subject: "Su código",
    text:
      "Su código es {code}. Es válido durante {minutes} minutos.\n\nAlguien se ha registrado con esta dirección. Si no ha sido usted, no haga nada: sin el código no ocurre nada.\n",
  },
  pt: {
    subject: "O seu código",
    text:
      "O seu código é {code}. É válido durante {minutes} minutos.\n\nAlguém se registou com este endereço. Se não foi o senhor ou a senhora, não faça nada: sem o código nada acontece.\n",
  },
};

/** Sends one; durable when it resolves, and not waited for. Null: it is on its way. */
export async function sendCode(
  services: Services,
  subject: ChallengeSubject,
  language: CustomerLanguage,
): Promise<ChallengeProblem | null> {
  const { store, now, hasher, mail, pageLimiter, randomBytes } = services;
  const { account: id, email } = subject;
  const account = store.accounts.account(id);
  if (email === null || mail === null || account === null || !sendsCodes(services, account)) return "mail";
  const at = now();
  const code = codeOf(randomBytes(8));
  const allowed = await pageLimiter.take(`challenge codes of ${id}`, MAILS_OF_ACCOUNT, at);
  if (!allowed.allowed) return "mail";
  // Together: a mail that may not go leaves the code good that was sent before.
  const mailed = store.challenges.mailed(
    hasher.hash("challenge", `mail ${email}`),
    at,
    (before) =>
      before.length < MAILS_PER_DAY &&
      before.filter((sent) => sent > at - HOUR_MS).length < MAILS_PER_HOUR,
  );
  const changed = await store.challenges.change(id, subject.id, (current) => {
    if (current.mails >= MAILS_OF_CHALLENGE) return null;
    const hash = hashOf(services, subject, code);
    return { ...current, mails: current.mails + 1, code: { hash, at, guesses: GUESSES } };
  }, { also: [mailed] });
  if (changed === null || changed === "used") return "mail";
  const words = MAILS[language];
  const text = words.text.replace("{code}", code).replace("{minutes}", String(CODE_MS / MINUTE_MS));
  mail.send({ to: email, subject: words.subject, text }).catch(() => {});
  return null;
}

/** A code is good once, and after some wrong guesses no more. */
export async function sendCodeBack(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
  text: string,
  isEdge: boolean,
): Promise<Answered> {
  const hash = hashOf(services, subject, text.replaceAll(/\s/g, "").slice(0, DIGITS + 1));
  const at = services.now();
  // A guess is taken before it is looked at: many at once are no more than one after another.
  const guessed = await services.store.challenges.change(subject.account, subject.id, (current) => {
    const { code } = current;
    if (code === null || code.guesses === 0 || code.at + CODE_MS <= at) return null;
    return { ...current, code: { ...code, guesses: code.guesses - 1 } };
  });
  if (guessed === null || guessed === "used") return "late";
  if (guessed.code?.hash !== hash) {
    await noteWrong(services, subject);
    return "wrong";
  }
  const taken = (current: StoredChallenge) => current.code?.hash === hash ? { ...current, code: null } : null;
  return await passChallenge(services, subject, visitor, { kind: "code", isEdge }, taken);
}

/** Under the service's secret: the stored one does not tell the code. */
function hashOf({ hasher }: Services, { account, id }: ChallengeSubject, code: string): string {
  return hasher.hash("challenge", `code ${account} ${id} ${code}`);
}

function codeOf(bytes: Uint8Array): string {
  const number = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return String(number % 10n ** BigInt(DIGITS)).padStart(DIGITS, "0");
}
