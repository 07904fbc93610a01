/**
 * Score records as text in segments, and back. Some parts of a record are texts of their own, because many records share
 * them: the caller with its options, the decision, the evaluation of each component, the facts of places and browsers, who
 * acted, and what conditions said.
 */
import type { Actor } from "../../model/actor.ts";
import { componentNames } from "../../model/day_counts.ts";
import { type Facts, type FactValue, NO_FACTS } from "../../model/facts/fact.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import { ringIdOf, type RingLink, signupId, signupTime } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import {
  retentionOf,
  type ScoreRecord,
  type StoredComponent,
  type StoredSignup,
} from "../../model/records.ts";
import { conditionsText, type PackedConditions, unpackConditions } from "./packed_conditions.ts";
import {
  customOf,
  isShared,
  packFacts,
  packSignupFacts,
  type ReadTexts,
  unpackFacts,
} from "./packed_facts.ts";
import { componentTerms, joinTerms, signupTerms } from "./score_terms.ts";
import type { PackedRecord } from "../../db/commit/segment.ts";

type Context = Pick<
  ScoreRecord,
  "account" | "key" | "mode" | "subject" | "via" | "strictness" | "thresholds" | "dataVersion"
>;

type Decision = Pick<
  ScoreRecord,
  "score" | "verdict" | "summary" | "topSignals" | "rule" | "agentDecision"
>;

/** The identifiers of a component's value. */
type Identity = Pick<StoredComponent, "hash" | "relatedHashes" | "mask" | "domainHash">;

/** The rest of a component. */
type Evaluation = Omit<StoredComponent, keyof Identity>;

/** A record whose larger parts are texts already: the service keeps those that many records share. */
interface ScoreText extends Omit<ScoreRecord, keyof Decision | "components"> {
  /** What `decisionText` returns. */
  readonly decision: string;
  readonly components: readonly ComponentText[];
}

export interface ComponentText {
  /** What `identityText` returns. */
  readonly identity: string;
  /** What `evaluationText` returns. */
  readonly evaluation: string;
  /** Of `componentTerms`. */
  readonly terms: readonly number[];
  /** Of `componentNames`: what it counts as by day. */
  readonly names: readonly string[];
  /** Of `packFacts`; "" when none is known. */
  readonly facts: string;
}

export function decisionText({ score, verdict, summary, topSignals, rule, agentDecision }: Decision): string {
  return JSON.stringify({ score, verdict, summary, topSignals, rule, agentDecision });
}

function evaluationText({ kind, score, verdict, findings, trust, unknown, rule }: Evaluation): string {
  return JSON.stringify({ kind, score, verdict, findings, trust, unknown, rule });
}

/** `[hash, mask, related hashes with a space between them, domain's hash]`. Hashes hold nothing that JSON would escape. */
function identityText({ hash, relatedHashes, mask, domainHash }: Identity): string {
  const domain = domainHash === undefined ? "" : `,"${domainHash}"`;
  return `["${hash}",${JSON.stringify(mask)},"${relatedHashes.join(" ")}"${domain}]`;
}

/** What the records of scores with the component hold of it: the service keeps it with the evaluation. */
export function componentText(component: StoredComponent, facts: Facts = NO_FACTS): ComponentText {
  return {
    identity: identityText(component),
    evaluation: evaluationText(component),
    terms: componentTerms(component),
    names: componentNames(component.kind, component.findings),
    facts: packFacts(component.kind, facts, component.mask),
  };
}

/** Texts that are kept by one `SharedTexts`. */
const MAX_SHARED = 4096;

type PackedIdentity = readonly [hash: string, mask: string, relatedHashes: string, domainHash?: string];

export class ScorePacker {
  /** The text of the last context: the next record often has the same caller. */
  #last: { readonly of: Context; readonly text: string } | null = null;

  pack(record: ScoreText): PackedRecord {
    const { id, at, transaction, signup, facts, conditions } = record;
    const parts = [this.#contextText(record), record.decision];
    let identities = "";
    for (const { identity, evaluation } of record.components) {
      parts.push(evaluation);
      identities += identities === "" ? identity : `,${identity}`;
    }
    const named = (transaction === undefined ? "" : `,"transaction":${JSON.stringify(transaction)}`) +
      (signup === undefined ? "" : `,"signup":${signupText(signup)}`) +
      (facts === undefined ? "" : factsText(record, facts, parts));
    if (signup !== undefined) parts.push(actorText(signup.actor));
    if (conditions !== undefined) parts.push(conditionsText(conditions));
    const terms = joinTerms(
      record.components.map((component) => component.terms),
      signupTerms(signup),
    );
    return { parts, rest: `{"id":"${id}","at":${at},"components":[${identities}]${named}}`, terms };
  }

  #contextText(of: Context): string {
    const last = this.#last;
    const { account, key, mode, subject, via, strictness, thresholds, dataVersion } = of;
    const same = last !== null && last.of.account === account && last.of.key === key &&
      last.of.mode === mode && last.of.subject === subject && last.of.via === via &&
      last.of.strictness === strictness && last.of.dataVersion === dataVersion &&
      last.of.thresholds?.review === thresholds?.review && last.of.thresholds?.block === thresholds?.block;
    if (same) return last.text;
    const own = thresholds === undefined ? {} : { thresholds };
    const text = JSON.stringify({ account, key, mode, subject, via, strictness, ...own, data: dataVersion });
    this.#last = { of, text };
    return text;
  }
}

/** @param parts those that many records share are added to them */
function factsText(record: ScoreText, facts: Facts, parts: string[]): string {
  const own: string[] = [];
  for (const { facts } of record.components) {
    if (facts === "") continue;
    if (isShared(facts)) parts.push(JSON.stringify(facts));
    else own.push(facts);
  }
  const signup = packSignupFacts(record, facts);
  if (signup !== "") own.push(signup);
  const custom = customOf(facts);
  return `,"facts":${JSON.stringify(own.join(";"))}` +
    (custom === null ? "" : `,"custom":${JSON.stringify(custom)}`);
}

/** The account of a record. */
export function accountOf({ parts }: PackedRecord): string {
  return (JSON.parse(parts[0]!) as Context).account;
}

/** Texts that were read: records of one time share many. */
export class SharedTexts {
  readonly facts: ReadTexts = new Map();
  readonly #parsed = new Map<string, unknown>();

  parse(text: string): unknown {
    let parsed = this.#parsed.get(text);
    if (parsed === undefined) {
      if (this.#parsed.size >= MAX_SHARED) {
        this.#parsed.clear();
        this.facts.clear();
      }
      this.#parsed.set(text, parsed = JSON.parse(text));
    }
    return parsed;
  }
}

/** @param texts given for many records, which then share parts that nobody changes */
export function unpackScore(packed: PackedRecord, texts: SharedTexts = new SharedTexts()): ScoreRecord {
  const [stored, ...shared] = packed.parts.map((part) => texts.parse(part)) as [
    StoredContext,
    ...StoredComponent[],
  ];
  const rest = JSON.parse(packed.rest);
  const { decision, components, more } = "score" in rest ? unpackEarlier(shared, rest) : unpack(shared, rest);
  const { id, at, transaction, signup, facts, custom = {} } = rest as PackedRest;
  const factTexts: string[] = [];
  let actor: PackedActor | undefined;
  let conditions: PackedConditions | undefined;
  for (const part of more) {
    if (typeof part === "string") factTexts.push(part);
    else if (typeof part[0] === "string") actor = part as PackedActor;
    else conditions = part as PackedConditions;
  }
  // Named one by one: copies of objects take several times as long, and many records are read.
  const record: { -readonly [Name in keyof ScoreRecord]: ScoreRecord[Name] } = {
    account: stored.account,
    key: stored.key,
    mode: stored.mode,
    subject: stored.subject,
    via: stored.via,
    strictness: stored.strictness,
    dataVersion: stored.data,
    score: decision.score,
    verdict: decision.verdict,
    summary: decision.summary,
    topSignals: decision.topSignals,
    rule: decision.rule,
    agentDecision: decision.agentDecision,
    id,
    at,
    expiresAt: at + retentionOf(stored.mode),
    components,
  };
  if (stored.thresholds !== undefined) record.thresholds = stored.thresholds;
  if (transaction !== undefined) record.transaction = transaction;
  if (signup !== undefined) record.signup = unpackSignup(id, signup, actor);
  if (conditions !== undefined) record.conditions = unpackConditions(conditions);
  if (facts !== undefined) {
    factTexts.push(...facts.split(";"));
    const maskOf = (of: string) => components.find(({ kind }) => kind === of)?.mask ?? "";
    record.facts = unpackFacts(factTexts, custom, record, maskOf, texts.facts);
  }
  return record;
}

/** As `contextText` wrote it. */
type StoredContext = Omit<Context, "dataVersion"> & { readonly data: string };

interface PackedRest extends Pick<ScoreRecord, "id" | "at" | "transaction"> {
  readonly signup?: PackedSignup;
  /** Of `packFacts`, with `;` between them, without those that are parts; absent: none were stored. */
  readonly facts?: string;
  readonly custom?: Readonly<Record<string, FactValue>>;
}

/** A part after those of the components: facts, who acted, or what conditions said. */
type Additional = string | PackedActor | PackedConditions;
const NOTHING_MORE: readonly Additional[] = [];

function unpack([decision, ...others]: StoredComponent[], rest: { components: PackedIdentity[] }) {
  const evaluations = others.slice(0, rest.components.length);
  const more = others.slice(rest.components.length) as unknown as readonly Additional[]; // as `pack` wrote them
  const components = rest.components.map(([hash, mask, related, domainHash], index) => {
    const { kind, score, verdict, findings, trust, unknown, rule } = evaluations[index]!;
    const relatedHashes = related === "" ? [] : related.split(" ");
    const own = { kind, score, verdict, findings, trust, unknown, rule, hash, mask, relatedHashes };
    return domainHash === undefined ? own : { ...own, domainHash };
  });
  // As `pack` wrote it.
  return { decision: decision as unknown as Decision, components, more };
}

/** Without names, and null for what is mostly absent. */
type PackedSignup = readonly [
  linkage: readonly (number | null)[],
  ring: readonly [node: SignupId, size: number, fraud: number, via: readonly RingLink[]] | null,
  /** Records before 2026-11-23 have it here; of others it is a part. */
  actor: PackedActor | readonly [],
  agent: StoredSignup["agent"],
  userId: string | null,
  links: readonly [score: number, findings: StoredSignup["links"]["findings"], counted: boolean] | null,
  /** Records before 2026-11-23, and sign-ups that had to be valid, lack it or have null. */
  invalid?: StoredSignup["invalid"] | null,
  proof?: readonly [
    group: SignupId | null,
    verified: NonNullable<StoredSignup["verified"]>,
    browser?: StoredSignup["browser"] | null,
    groups?: StoredSignup["groups"] | null,
    devicePeople?: number | null,
    external?: string,
  ],
];

type PackedActor = readonly [
  type: Actor["type"],
  proven: boolean,
  basis: Actor["basis"],
  operator: string | null,
  trigger: string | null,
  detail: string,
];

function actorText({ type, proven, basis, operator, trigger, detail }: Actor): string {
  const packed: PackedActor = [type, proven, basis, operator, trigger, detail];
  return JSON.stringify(packed);
}

function signupText(signup: StoredSignup): string {
  const { linkage, ring, agent, userId, links, node, invalid } = signup;
  const { group, verified, browser, groups, devicePeople, external } = signup;
  const packed: PackedSignup = [
    [
      linkage.device_email_count,
      linkage.email_device_count,
      linkage.email_ip_count,
      linkage.subnet_rate_1h,
      linkage.domain_rate_1h,
      // Absent: null, as of scores before 2026-11-23.
      ...linkage.referral_rate_1h === null ? [] : [linkage.referral_rate_1h],
    ],
    ring === null ? null : [node, ring.size, ring.labelled_fraud, ring.via],
    [],
    agent,
    userId,
    links.findings.length === 0 && !links.counted ? null : [links.score, links.findings, links.counted],
  ];
  const last = [group, verified, browser, groups, devicePeople, external];
  while (last.length > 0 && last.at(-1) === undefined) last.pop();
  if (last.length > 0) {
    const proof = [group ?? null, verified ?? [], ...last.slice(2).map((part) => part ?? null)];
    return JSON.stringify([...packed, invalid ?? null, proof]);
  }
  return JSON.stringify(invalid === undefined ? packed : [...packed, invalid]);
}

function unpackSignup(
  id: string,
  [counts, ring, own, agent, userId, links, invalid, proof]: PackedSignup,
  shared: PackedActor | undefined,
): StoredSignup {
  const [
    device_email_count,
    email_device_count,
    email_ip_count,
    subnet_rate_1h,
    domain_rate_1h,
    referral_rate_1h = null,
  ] = counts;
  const [type, proven, basis, operator, trigger, detail] = own.length === 0 ? shared! : own;
  const [score, findings, counted] = links ?? [0, [], false];
  const node = ring === null ? signupId(id) : ring[0];
  const [group, verified, browser = null, groups = null, devicePeople = null, external] = proof ?? [null, []];
  return {
    linkage: {
      device_email_count,
      email_device_count,
      email_ip_count,
      subnet_rate_1h,
      domain_rate_1h,
      referral_rate_1h,
    } as Linkage,
    ring: ring === null ? null : {
      ring_id: ringIdOf(node),
      size: ring[1],
      labelled_fraud: ring[2],
      since: new Date(signupTime(node)).toISOString(),
      via: ring[3],
    },
    node,
    actor: { type, proven, basis, operator, trigger, detail },
    agent,
    userId,
    ...(group === null ? {} : { group }),
    ...(verified.length === 0 ? {} : { verified }),
    ...(browser === null ? {} : { browser }),
    ...(groups === null ? {} : { groups }),
    ...(devicePeople === null ? {} : { devicePeople }),
    ...(external === undefined ? {} : { external }),
    ...(invalid === undefined || invalid === null ? {} : { invalid }),
    links: { score, findings, counted },
  };
}

/** Components as they were stored until 2026-11-20, with `relatedHashes` under another name. */
type EarlierRest = Omit<ScoreRecord, "components"> & {
  readonly components:
    readonly (Omit<StoredComponent, "relatedHashes"> & { readonly also: readonly string[] })[];
};

/** Until 2026-11-20 only findings, trust and unknown facts were shared. Such records expire 180 days later. */
function unpackEarlier(shared: StoredComponent[], rest: EarlierRest) {
  const { score, verdict, summary, topSignals, rule = null, agentDecision = null } = rest;
  const components = rest.components.map(({ also, ...own }, index) => ({
    ...own,
    relatedHashes: also,
    ...shared[index],
    rule: own.rule ?? null,
  }));
  const decision = { score, verdict, summary, topSignals, rule, agentDecision };
  return { decision, components, more: NOTHING_MORE };
}
