/** A question about a send: who is sent to, what it is counted by, and what is known of it apart from other sends. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { within } from "../../concurrency/time_limit.ts";
import type { Address } from "../../model/address/address.ts";
import { clientSubnet, lineOf } from "../../model/address/address.ts";
import { invalidField } from "../../model/error.ts";
import type { AskedSend, SendFacts } from "../../model/guard/judge.ts";
import type { Channel, Purpose, SendKeys } from "../../model/guard/send.ts";
import type { Caller } from "../../model/records.ts";
import { scoredBy, type Verdict } from "../../model/verdict.ts";
import { phoneBlock } from "../../signals/phone/block.ts";
import type { LineType } from "../../signals/phone/score.ts";
import { maskPhone, phoneIdentity, type PhoneInput } from "../../signals/phone/parse.ts";
import { emailIdentity, maskEmail, parseEmail } from "../../signals/email/parse.ts";
import type { Services } from "../context.ts";
import type { Decision } from "../score/decision.ts";
import { scoreComponent } from "../score/score_component.ts";
import { gatewayNumber } from "./sms_gateways.ts";

interface SendRequest {
  readonly channel: Channel;
  readonly to: string;
  readonly purpose: Purpose;
  readonly ip?: string | null | undefined;
  readonly device?: string | null | undefined;
  readonly user_id?: string | null | undefined;
  /** Of the person who asks. */
  readonly email?: string | null | undefined;
  /** In the unit of the account. */
  readonly cost?: number | null | undefined;
  /** Of the score of the sign-up behind it. */
  readonly request_id?: string | null | undefined;
}

export interface ReadSend extends AskedSend {
  readonly lineType: LineType | null;
}

/** What is not in memory by then is not waited for. */
const FACTS_WAIT_MS = 20;
const BLOCK_NUMBERS = 10_000;
/** A run of neighbours can reach this far into the next block. */
const BLOCK_EDGE = 400;
/** Inmarsat, and the networks of the global country codes. */
const SATELLITE_CODES = new Set(["870", "881", "882", "883", "878"]);
/** Kinds of numbers that get no codes. */
const REFUSED_TYPES: ReadonlySet<LineType> = new Set([
  "premium_rate",
  "shared_cost",
  "toll_free",
  "pager",
  "uan",
  "voicemail",
]);

/** @throws AppError invalid_value */
export function readSend(
  services: Services,
  caller: Caller,
  given: SendRequest,
  started: number,
): Awaitable<ReadSend> {
  const ip = given.ip?.trim() || null;
  const address = ip === null ? null : services.valueReader.read("ip", ip, (why) => invalidField("/ip", why));
  const facts = all([
    address === null ? null : addressFacts(services, caller, address, started),
    signupVerdict(services, caller, given.request_id?.trim() || null),
  ]);
  return chain(facts, ([asked, signup]) => readKnowing(services, given, address, { asked, signup }));
}

function readKnowing(
  services: Services,
  given: SendRequest,
  address: Address | null,
  { asked, signup }: { readonly asked: AskedFrom | null; readonly signup: Verdict | null },
): ReadSend {
  const recipient = given.channel === "email"
    ? mailRecipient(services, given.to)
    : numberRecipient(services, readNumber(services, given.to), given.channel);
  const { hasher } = services;
  const user = given.user_id?.trim() || null;
  const mail = given.email?.trim() || null;
  const { keys, reachable, refusedType, lineType, shown } = recipient;
  return {
    channel: given.channel,
    cost: Math.round((given.cost ?? 0) * 1_000_000),
    lineType,
    shown,
    keys: {
      ...keys,
      address: address === null ? null : hasher.hash("guard", `address ${networkText(address)}`),
      device: given.device ? hasher.hash("guard", `device ${given.device}`) : null,
      user: user !== null
        ? hasher.hash("guard", `user ${user}`)
        : mail === null
        ? null
        : hasher.hash("email", emailIdentity(parseEmail(mail))),
    },
    facts: {
      reachable,
      refusedType,
      network: asked?.network ?? null,
      address: asked?.verdict ?? null,
      signup,
    },
  };
}

/** The /24 or the /64. */
function networkText(address: Address): string {
  return address.family === 4 ? clientSubnet(address) : lineOf(address);
}

type Recipient = Pick<ReadSend, "lineType" | "shown"> & Pick<SendFacts, "reachable" | "refusedType"> & {
  readonly keys: Omit<SendKeys, "address" | "device" | "user">;
};

const NO_BLOCK = { block: null, inBlock: null, before: null, after: null } as const;

function readNumber(services: Services, text: string): PhoneInput {
  return services.valueReader.read("phone", text, (why) => invalidField("/to", why));
}

function numberRecipient(services: Services, input: PhoneInput, channel: Channel): Recipient {
  const { hasher, sources } = services;
  const { number } = input;
  const hash = (text: string) => hasher.hash("guard", text);
  // As scores name it, and as `person_sends.ts` looks for what is no number.
  const recipient = hasher.hash("phone", phoneIdentity(input));
  if (number === null) {
    return {
      keys: { recipient, ...NO_BLOCK, country: null, carrier: null },
      reachable: false,
      refusedType: false,
      lineType: null,
      shown: () => maskPhone(input),
    };
  }
  // The type is upper case of the wire's word.
  const lineType = (number.type?.toLowerCase() ?? null) as LineType | null;
  const block = phoneBlock(number);
  const inBlock = Number(number.parsed.number.slice(-4));
  const blockBeside = (by: 1 | -1) => {
    const beside = BigInt(block!.text.slice(1)) + BigInt(by);
    return hash(`block +${beside}`);
  };
  return {
    keys: {
      recipient,
      ...(block === null ? NO_BLOCK : {
        block: hash(`block ${block.text}`),
        inBlock,
        before: inBlock < BLOCK_EDGE ? blockBeside(-1) : null,
        after: inBlock >= BLOCK_NUMBERS - BLOCK_EDGE ? blockBeside(1) : null,
      }),
      country: number.country,
      carrier: sources.carriers.of(number),
    },
    reachable: number.valid || number.fictional,
    refusedType: number.fictional || SATELLITE_CODES.has(number.parsed.countryCallingCode) ||
      (lineType !== null && REFUSED_TYPES.has(lineType)) || (channel === "sms" && lineType === "fixed_line"),
    lineType,
    shown: () => block?.shown ?? maskPhone(input),
  };
}

/** Spellings of one mailbox are one recipient; an SMS gateway's address is the number behind it. */
function mailRecipient(services: Services, text: string): Recipient {
  const mail = parseEmail(text);
  const number = mail.mailbox === null ? null : gatewayNumber(mail.untaggedLocal, mail.host);
  if (number !== null) {
    const input = readNumber(services, number);
    if (input.number !== null) return numberRecipient(services, input, "sms");
  }
  return {
    keys: {
      recipient: services.hasher.hash("email", emailIdentity(mail)),
      ...NO_BLOCK,
      country: null,
      carrier: mail.mailbox === null ? null : mail.host.slice(0, 255),
    },
    reachable: mail.mailbox !== null,
    refusedType: false,
    lineType: null,
    shown: () => maskEmail(mail),
  };
}

interface AskedFrom {
  readonly network: SendFacts["network"];
  readonly verdict: Verdict;
}

/** Null: that is not in memory, and not waited for. */
function addressFacts(
  services: Services,
  caller: Caller,
  address: Address,
  started: number,
): Awaitable<AskedFrom | null> {
  const context = {
    caller,
    ...scoredBy(null, caller.account.thresholds),
    via: "single",
    started,
    // Who asks for a code signs up from there, or asks again.
    recurs: true,
  } as const;
  const take = ({ verdict, evaluation: { component }, rule }: Decision<"ip">): AskedFrom => {
    const listed = component.breakdown.findings.some(({ name }) => name === "hijacked");
    // An account's own rule for the address comes before what the network is.
    const kind = rule !== null ? null : component.networkKind;
    const network = kind === "tor" ? "tor" : kind === "datacenter" ? "hosting" : null;
    return { verdict, network: network ?? (listed && rule === null ? "listed" : null) };
  };
  const decision = scoreComponent(services, context, "ip", address);
  if (!(decision instanceof Promise)) return take(decision);
  let found: AskedFrom | null = null;
  const reading = decision.then((decided) => void (found = take(decided)));
  return within(reading, FACTS_WAIT_MS).then(() => found);
}

/** Null: no sign-up is named, the account has no such score, or it is not read in time. */
function signupVerdict(
  { store, now }: Services,
  caller: Caller,
  requestId: string | null,
): Awaitable<Verdict | null> {
  if (requestId === null) return null;
  let verdict: Verdict | null = null;
  const reading = store.scores.get(caller.account.id, requestId, now()).then((score) => {
    if (score !== null) verdict = score.verdict;
  });
  return within(reading, FACTS_WAIT_MS).then(() => verdict);
}
