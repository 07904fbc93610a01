/**
 * The Web Bot Auth profile: which signatures of a request claim it, and every check of them that needs no key. The result
 * of a passed signature names the directory of its key.
 */
import { type Algorithm, isAlgorithm } from "./signature/algorithms.ts";
import {
  type DirectoryOverrides,
  type DirectoryTarget,
  resolveSignatureAgent,
} from "./directory/agent_url.ts";
import { fieldValue, type SignedRequest } from "./parse.ts";
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
  type Member,
  parseDictionary,
  StructuredFieldError,
} from "./signature/structured_fields.ts";

export const TAG = "web-bot-auth";
/** Further signatures of a request are ignored, which bounds the number of directories to fetch. */
export const MAX_CANDIDATES = 4;
const MAX_FIELD_LENGTH = 16_384;
/** How far `created` may be ahead of our clock, in seconds. `expires` has no tolerance because it limits replay. */
const CREATED_SKEW = 60;
const MAX_WINDOW_SECONDS = 86_400;

interface Described {
  readonly label: string;
  /** As sent; "" when there is none. */
  readonly keyid: string;
  readonly claim: AgentClaim | null;
}

/** A signature that passed every check except the one with the key. */
export interface ReadyCandidate extends Described {
  readonly ready: true;
  readonly claim: AgentClaim;
  readonly target: DirectoryTarget;
  readonly base: SignatureBase;
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
 * The candidates in the order of Signature-Input; empty when no signature claims the profile. An unparsable field results
 * in one refused candidate.
 * @param now seconds
 */
export function readCandidates(
  request: SignedRequest,
  now: number,
  overrides: DirectoryOverrides,
): readonly Candidate[] {
  const inputText = fieldValue(request, "signature-input");
  if (inputText === null) return [];
  const inputs = readField(inputText, "Signature-Input");
  if (typeof inputs === "string") return [malformed("", "", inputs)];
  const tagged = [...inputs.members].filter(([, member]) => isTagged(member)).slice(0, MAX_CANDIDATES);
  if (tagged.length === 0) return [];
  const shared = readShared(request);
  return tagged.map(([label, member]) =>
    typeof shared === "string"
      ? malformed(label, keyidOf(member), shared)
      : judge({ request, now, overrides, ...shared }, label, member)
  );
}

interface Shared {
  readonly signatures: Dictionary;
  readonly agent: SignatureAgentHeader;
}

interface Context extends Shared {
  readonly request: SignedRequest;
  readonly now: number;
  readonly overrides: DirectoryOverrides;
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

function isTagged(member: Member): boolean {
  const tag = member.parameters.get("tag");
  return tag?.type === "string" && tag.value === TAG;
}

function judge(context: Context, label: string, member: Member): Candidate {
  const keyid = keyidOf(member);
  let claim: AgentClaim | null = null;
  function refuse({ reason, detail }: Refused): RefusedCandidate {
    return { ready: false, label, keyid, claim, reason, detail };
  }
  const problem = shapeProblem(member, context.signatures, label);
  if (problem !== null) return refuse(refused("malformed_signature", problem));
  const input = member as InnerList;
  const window = readWindow(input, keyid, context.now);
  if (!window.ok) return refuse(window);
  if (!input.items.some((item) => SITE_COMPONENTS.has(coveredName(item)))) {
    return refuse(refused("insufficient_coverage", "neither @authority nor @target-uri is covered"));
  }
  const covered = coveredClaim(context.agent, input, label);
  if (!covered.ok) return refuse(covered);
  claim = covered.claim;
  const url = resolveSignatureAgent(claim.value, claim.type, context.overrides);
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
    keyid,
    claim,
    target: url.target,
    base,
    signature: signatureOf(context.signatures, label)!,
    algorithm: window.algorithm,
    expires: window.expires,
    nonce: text(input.parameters.get("nonce")),
  };
}

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

/** Covered components that bind the signature to a site. */
const SITE_COMPONENTS: ReadonlySet<string> = new Set(["@authority", "@target-uri"]);

const PARAMETER_TYPES = [
  ["created", "integer"],
  ["expires", "integer"],
  ["keyid", "string"],
  ["alg", "string"],
  ["nonce", "string"],
] as const;

type Window = { readonly ok: true; readonly expires: number; readonly algorithm: Algorithm | null } | Refused;

/** Checks the parameters in the order of the reason list. Their types have been checked. */
function readWindow(input: InnerList, keyid: string, now: number): Window {
  const created = input.parameters.get("created")?.value;
  const expires = input.parameters.get("expires")?.value;
  const alg = text(input.parameters.get("alg"));
  if (typeof created !== "number" || typeof expires !== "number" || keyid === "") {
    return refused("missing_parameter", "created, expires and keyid are required");
  }
  if (alg !== null && !isAlgorithm(alg)) {
    return refused("unsupported_algorithm", `alg ${JSON.stringify(alg)} is not accepted`);
  }
  if (created > now + CREATED_SKEW) {
    return refused("not_yet_valid", `created is ${created - now} s ahead`);
  }
  if (now > expires) return refused("expired", `expired ${now - expires} s ago`);
  if (expires - created > MAX_WINDOW_SECONDS) {
    return refused("window_too_long", `the window is ${expires - created} s`);
  }
  return { ok: true, expires, algorithm: alg };
}

function signatureOf(signatures: Dictionary, label: string): Uint8Array<ArrayBuffer> | null {
  const member = signatures.members.get(label);
  return member?.kind === "item" && member.value.type === "bytes" ? member.value.value : null;
}

function keyidOf(member: Member): string {
  return text(member.parameters.get("keyid")) ?? "";
}

function text(item: BareItem | undefined): string | null {
  return item?.type === "string" ? item.value : null;
}

function malformed(label: string, keyid: string, detail: string): RefusedCandidate {
  return { ready: false, label, keyid, claim: null, reason: "malformed_signature", detail };
}
