/** One row per profile of agent signatures: how its tag is written, what it requires, and where its keys are. */
import type { AgentProfile, KeySetName } from "../../model/agent_profile.ts";
import type { Refusal } from "./reasons.ts";
import type { Algorithm } from "./signature/algorithms.ts";

/** Covered components of which one is enough, and the reason to refuse a signature that covers none of them. */
interface Coverage {
  readonly anyOf: readonly string[];
  readonly missing: Refusal;
}

export interface Profile {
  readonly name: AgentProfile;
  /** In sentences. */
  readonly title: string;
  readonly tag: RegExp;
  readonly coverage: readonly Coverage[];
  /** Parameters that must be given and not empty, and the reason to refuse a signature without one. */
  readonly required: readonly (readonly [parameter: string, missing: Refusal])[];
  readonly maxWindowSeconds: number;
  /**
   * `optional`: the account's policy decides whether a nonce is for one use. `session`: several requests share a nonce, so
   * that repeats are reported. `once`: a nonce is for one use.
   */
  readonly nonce: "optional" | "session" | "once";
  /** The Signature-Agent header names the directory, or the operator configures the key set. */
  readonly keys: "signature-agent" | KeySetName;
  /** Names of algorithms beyond those of RFC 9421. */
  readonly algorithmNames: ReadonlyMap<string, Algorithm>;
  /** Signers may sign the parameters as they send them, with spaces, instead of as RFC 9421 serialises them. */
  readonly signsAsReceived: boolean;
  /** The signature asks to pay. */
  readonly pays: boolean;
}

const SITE: Coverage = { anyOf: ["@authority", "@target-uri"], missing: "insufficient_coverage" };
const HOST: Coverage = { anyOf: ["@authority"], missing: "insufficient_coverage" };
const PATH: Coverage = { anyOf: ["@path"], missing: "path_not_covered" };

const TIMES_AND_KEY = [
  ["created", "missing_parameter"],
  ["expires", "missing_parameter"],
  ["keyid", "missing_parameter"],
] as const;

/** What the card networks require in common. Their texts and samples name algorithms as JOSE does, in several spellings. */
const CARD_NETWORK = {
  coverage: [HOST, PATH],
  required: [...TIMES_AND_KEY, ["alg", "alg_missing"], ["nonce", "nonce_missing"]],
  maxWindowSeconds: 480,
  algorithmNames: new Map<string, Algorithm>([
    ["Ed25519", "ed25519"],
    ["EdDSA", "ed25519"],
    ["ES256", "ecdsa-p256-sha256"],
    ["PS256", "rsa-pss-sha256"],
    ["rsa-pss-sha256", "rsa-pss-sha256"],
  ]),
} as const;

const ROWS: readonly Profile[] = [
  {
    name: "web-bot-auth",
    title: "Web Bot Auth",
    tag: /^web-bot-auth$/,
    coverage: [SITE],
    required: TIMES_AND_KEY,
    maxWindowSeconds: 86_400,
    nonce: "optional",
    keys: "signature-agent",
    algorithmNames: new Map(),
    signsAsReceived: false,
    pays: false,
  },
  {
    name: "visa-tap-browser",
    title: "Visa Trusted Agent Protocol (browsing)",
    tag: /^agent-browser-auth$/,
    ...CARD_NETWORK,
    nonce: "session",
    signsAsReceived: true, // Visa's sample does
    keys: "visa-tap",
    pays: false,
  },
  {
    name: "visa-tap-payer",
    title: "Visa Trusted Agent Protocol (paying)",
    tag: /^agent-payer-auth$/,
    ...CARD_NETWORK,
    nonce: "session",
    signsAsReceived: true, // Visa's sample does
    keys: "visa-tap",
    pays: true,
  },
  {
    name: "mastercard-agent-pay",
    title: "Mastercard Agent Pay",
    // Its guide and its glossary differ in case.
    tag: /^agent-pay-auth$/i,
    ...CARD_NETWORK,
    nonce: "once",
    signsAsReceived: false,
    keys: "mastercard-agent-pay",
    pays: true,
  },
];

/** Null for a tag of no profile. */
export function profileOfTag(tag: string): Profile | null {
  return ROWS.find((row) => row.tag.test(tag)) ?? null;
}

export function profileOf(name: AgentProfile): Profile {
  return ROWS.find((row) => row.name === name)!;
}
