/**
 * The signatures of a request that claim a profile, and every check of them that needs no key. The result of a passed
 * signature names the directory or key set of its key.
 */
import { type Algorithm, isAlgorithm } from "./signature/algorithms.ts";
import {
  type DirectoryTarget,
  type KeySources,
  resolveSignatureAgent,
  type UrlVerdict,
} from "./directory/agent_url.ts";
import { fieldValue, type SignedRequest } from "./parse.ts";
import { type Profile, profileOfTag } from "./profiles.ts";
import { type Refused, refused } from "./reasons.ts";
import {
  type AgentClaim,
  coveredClaim,
  readSignatureAgent,
  type SignatureAgentHeader,
} from "./signature/signature_agent.ts";
import {
  CoveredComponentError,
  coveredName,
  type SignatureBase,
  signatureBase,
} from "./signature/signature_base.ts";
import {
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
  type Member,
  parseDictionary,
  StructuredFieldError,
} from "./signature/structured_fields.ts";

/** Further signatures of a request are ignored, which bounds the number of directories to fetch. */
export const MAX_CANDIDATES = 4;
const MAX_FIELD_LENGTH = 16_384;

interface Described {
  readonly label: string;
  /** Null when the field could not be read. */
  readonly profile: Profile | null;
  /** As sent; "" when there is none. */
  readonly keyid: string;
  /** What Signature-Agent says, where the profile uses it. */
  readonly claim: AgentClaim | null;
}

/** A signature that passed every check except the one with the key. */
export interface ReadyCandidate extends Described {
  readonly ready: true;
  readonly profile: Profile;
  readonly target: DirectoryTarget;
  readonly base: SignatureBase;
  /** What is covered, as signed. */
  readonly components: readonly Item[];
  /** The base with the parameters as received, which some signers sign instead; null where it is the same or not accepted. */
  readonly baseAsReceived: string | null;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly algorithm: Algorithm | null;
  /** Seconds. */
  readonly expires: number;
  readonly nonce: string | null;
}

interface RefusedCandidate extends Described, Omit<Refused, "ok"> {
  readonly ready: false;
}

export type Candidate = ReadyCandidate | RefusedCandidate;

/**
 * The candidates in the order of Signature-Input; empty when no signature claims a profile. An unparsable field results
 * in one refused candidate.
 * @param now seconds
 */
export function readCandidates(
  request: SignedRequest,
  now: number,
  sources: KeySources,
): readonly Candidate[] {
  const inputText = fieldValue(request, "signature-input");
  if (inputText === null) return [];
  const inputs = readField(inputText, "Signature-Input");
  if (typeof inputs === "string") return [unreadable(inputText, inputs)];
  const tagged = [...inputs.members].flatMap(([label, member]) => {
    const profile = profileOfTag(textOf(member.parameters.get("tag")) ?? "");
    return profile === null ? [] : [{ label, member, profile }];
  }).slice(0, MAX_CANDIDATES);
  if (tagged.length === 0) return [];
  const shared = readShared(request);
  return tagged.map(({ label, member, profile }) =>
    typeof shared === "string"
      ? refusedAs({ label, profile, keyid: keyidOf(member) }, refused("malformed_signature", shared))
      : judge(
        { request, now, sources, isAlone: inputs.members.size === 1, ...shared },
        profile,
        label,
        member,
      )
  );
}

/** keyid in another case, as a published sample of Visa writes it: no key of a structured field has capitals. */
const MISSPELLED = /;[ \t]*(?!keyid=)([kK][eE][yY][iI][dD])=/;

function unreadable(inputText: string, problem: string): RefusedCandidate {
  const spelling = inputText.length > MAX_FIELD_LENGTH ? undefined : MISSPELLED.exec(inputText)?.[1];
  const refusal = spelling === undefined
    ? refused("malformed_signature", problem)
    : refused("keyid_misspelled", `${spelling} is not keyid; ${problem}`);
  return refusedAs({ label: "", profile: null, keyid: "" }, refusal);
}

function refusedAs(
  described: Omit<Described, "claim">,
  { reason, detail }: Refused,
  claim: AgentClaim | null = null,
): RefusedCandidate {
  return { ready: false, ...described, claim, reason, detail };
}

interface Shared {
  readonly signatures: Dictionary;
  readonly agent: SignatureAgentHeader;
}

interface Context extends Shared {
  readonly request: SignedRequest;
  readonly now: number;
  readonly sources: KeySources;
  /** Signature-Input has one member. */
  readonly isAlone: boolean;
}

/** The fields that all candidates share, or the problem with them. */
function readShared(request: SignedRequest): Shared | string {
  const signatures = readField(fieldValue(request, "signature") ?? "", "Signature");
  if (typeof signatures === "string") return signatures;
  const agent = fieldValue(request, "signature-agent");
  if (agent !== null && agent.length > MAX_FIELD_LENGTH) return "Signature-Agent is over 16 KiB";
  return { signatures, agent: readSignatureAgent(agent) };
}

function readField(text: string, name: string): Dictionary | string {
  if (text.length > MAX_FIELD_LENGTH) return `${name} is over 16 KiB`;
  try {
    const dictionary = parseDictionary(text);
    return dictionary.repeated === null ? dictionary : `${name} has the label ${dictionary.repeated} twice`;
  } catch (error) {
    if (error instanceof StructuredFieldError) return `${name}: ${error.message}`;
    throw error;
  }
}

function judge(context: Context, profile: Profile, label: string, member: Member): Candidate {
  const keyid = keyidOf(member);
  let claim: AgentClaim | null = null;
  const refuse = (refusal: Refused) => refusedAs({ label, profile, keyid }, refusal, claim);
  const problem = shapeProblem(member, context.signatures, label);
  if (problem !== null) return refuse(refused("malformed_signature", problem));
  const input = member as InnerList;
  const window = readWindow(profile, input, context.now);
  if (!window.ok) return refuse(window);
  const covered = new Set(input.items.map(coveredName));
  for (const { anyOf, missing } of profile.coverage) {
    if (anyOf.some((name) => covered.has(name))) continue;
    return refuse(refused(missing, `${anyOf.join(" or ")} is not covered`));
  }
  if (profile.keys === "signature-agent") {
    const claimed = coveredClaim(context.agent, input, label);
    if (!claimed.ok) return refuse(claimed);
    claim = claimed.claim;
  }
  const url = keysOf(profile, claim, context.sources);
  if (!url.ok) return refuse(url);
  let base: SignatureBase;
  try {
    base = signatureBase(context.request, input);
  } catch (error) {
    if (error instanceof CoveredComponentError) return refuse(refused("invalid_component", error.message));
    throw error;
  }
  return {
    ready: true,
    label,
    profile,
    keyid,
    claim,
    target: url.target,
    base,
    components: input.items,
    baseAsReceived: profile.signsAsReceived && context.isAlone
      ? baseAsReceived(context.request, label, base)
      : null,
    signature: signatureOf(context.signatures, label)!,
    algorithm: window.algorithm,
    expires: window.expires,
    nonce: textOf(input.parameters.get("nonce")),
  };
}

/** Only of a field with one member, whose text needs no parsing. */
function baseAsReceived(request: SignedRequest, label: string, base: SignatureBase): string | null {
  const field = fieldValue(request, "signature-input")!.trim();
  const start = base.text.lastIndexOf(PARAMETERS) + PARAMETERS.length;
  const received = field.slice(label.length + 1);
  if (!field.startsWith(`${label}=`) || received === base.text.slice(start)) return null;
  return base.text.slice(0, start) + received;
}

const PARAMETERS = `"@signature-params": `;

/** Where the signature's key is published. */
function keysOf({ keys }: Profile, claim: AgentClaim | null, sources: KeySources): UrlVerdict {
  if (claim !== null) return resolveSignatureAgent(claim.value, claim.type, sources.overrides);
  const configured = keys === "signature-agent" ? undefined : sources.keySets.get(keys);
  return configured ?? refused("keyset_not_configured", `WINNOW_AGENT_KEYSETS has no ${keys}`);
}

/** How far `created` may be ahead of our clock, in seconds. `expires` has no tolerance because it limits replay. */
const CREATED_SKEW = 60;

/** Why the member is not a well-formed signature; null when it is. */
function shapeProblem(member: Member, signatures: Dictionary, label: string): string | null {
  if (member.kind !== "inner_list") return "the member of Signature-Input is not an inner list";
  if (member.items.some((item) => item.value.type !== "string")) {
    return "the identifier of a covered component is not a String";
  }
  for (const [name, type] of PARAMETER_TYPES) {
    const value = member.parameters.get(name);
    if (value !== undefined && value.type !== type) return `${name} is not a ${type}`;
  }
  if (!signatures.members.has(label)) return "Signature has no member with this label";
  return signatureOf(signatures, label) === null ? "the signature is not a byte sequence" : null;
}

const PARAMETER_TYPES = [
  ["created", "integer"],
  ["expires", "integer"],
  ["keyid", "string"],
  ["alg", "string"],
  ["nonce", "string"],
] as const;

type Window = { readonly ok: true; readonly expires: number; readonly algorithm: Algorithm | null } | Refused;

/** Checks the parameters in the order of the reason list. Their types have been checked. */
function readWindow(profile: Profile, { parameters }: InnerList, now: number): Window {
  for (const [name, missing] of profile.required) {
    const value = parameters.get(name)?.value;
    if (value === undefined || value === "") return refused(missing, `${name} is required`);
  }
  const alg = textOf(parameters.get("alg"));
  const algorithm = alg === null ? null : isAlgorithm(alg) ? alg : profile.algorithmNames.get(alg);
  if (algorithm === undefined) {
    return refused("unsupported_algorithm", `alg ${JSON.stringify(alg)} is not accepted`);
  }
  const created = parameters.get("created")!.value as number; // an Integer, see PARAMETER_TYPES
  const expires = parameters.get("expires")!.value as number;
  if (created > now + CREATED_SKEW) {
    return refused("not_yet_valid", `created is ${created - now} s ahead`);
  }
  if (now > expires) return refused("expired", `expired ${now - expires} s ago`);
  const most = profile.maxWindowSeconds;
  if (expires - created > most) {
    return refused("window_too_long", `the window is ${expires - created} s; the profile allows ${most} s`);
  }
  return { ok: true, expires, algorithm };
}

function signatureOf(signatures: Dictionary, label: string): Uint8Array<ArrayBuffer> | null {
  const member = signatures.members.get(label);
  return member?.kind === "item" && member.value.type === "bytes" ? member.value.value : null;
}

function keyidOf(member: Member): string {
  return textOf(member.parameters.get("keyid")) ?? "";
}

function textOf(item: BareItem | undefined): string | null {
  return item?.type === "string" ? item.value : null;
}
