/** Stored values that only the store and its callers know; those that the whole service knows are in `model/`. */
import type { ComponentKind } from "../model/component.ts";
import type { AgentAction, AgentPolicy } from "../model/agent_policy.ts";
import type { Outcome } from "../model/records.ts";
import type { Verdict } from "../model/verdict.ts";
import type { EventType } from "../model/endpoints/webhook.ts";
import type { Json } from "../db/engine.ts";

/** The secret that hashes are made with, and those before it that stored data may still be hashed under. */
export interface SecretRecord {
  readonly fingerprint: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly since: number;
  /** Newest first, each with the time of its replacement. */
  readonly previous: readonly { readonly fingerprint: string; readonly until: number }[];
  /** The last rotation: since then values may have moved to other hashes. Absent: there was none. */
  readonly rotatedAt?: number;
}

/** A session of the console. Times are milliseconds since the epoch. */
export interface Session {
  readonly account: string;
  /** The API key that it was opened with. */
  readonly key: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** What a probe found, by hash of the address or domain. */
export interface StoredAnswer {
  readonly id: string;
  readonly value: Json;
  readonly expiresAt: number;
}

/** How often a value was scored, and when first (milliseconds since the epoch). */
export type Sighting = readonly [firstSeen: number, times: number];

/** Names the chunks of an account's rules, in order. */
export interface RuleManifest {
  readonly chunks: readonly string[];
}

/** An agent policy without its rules, which are in chunks. */
export type AgentPolicyHead = Omit<AgentPolicy, "rules"> & { readonly chunks: number };

/** Requests of an agent by minute: the minute of the newest count, that count, the count of the minute before, … */
export type AgentMinutes = readonly [minute: number, ...counts: number[]];

/** A decision about an agent's request. */
export interface StoredAgentDecision {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly mode: "live" | "test";
  /** An authorization, or the agent of a sign-up. */
  readonly via: "authorize" | "signup";
  readonly method: string;
  readonly decision: AgentAction;
  readonly matched: string;
  readonly reason: string;
  /** What was found out about the agent, as the answer had it. */
  readonly agent: object;
  /** As sent, cut. */
  readonly keyid: string;
  /** The digest of the request, encrypted, base64. */
  readonly sealed: string;
}

/** How often the nonce of a session was presented, and until when that counts (milliseconds since the epoch). */
export type AgentSessionCount = readonly [seen: number, until: number];

/** The key that receipts are signed with. */
export interface StoredReceiptKey {
  /** The private key as JWK, encrypted, base64. */
  readonly sealed: string;
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A label that a score was given, and when (milliseconds since the epoch). */
export type LabelEvent = readonly [outcome: Outcome | "none", at: number];

/** A fraud label on an address alone, given at this time (milliseconds since the epoch). */
export interface AddressLabel {
  readonly at: number;
}

/** What many scores were labelled at once, and what each was before; null: it had no label. */
export interface StoredLabelUndo {
  readonly outcome: Outcome;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly before: readonly (readonly [
    requestId: string,
    outcome: Outcome | null,
    values?: readonly ComponentKind[],
  ])[];
}

/** A message of a hook: its score and verdict; null: not scored yet. */
export interface HookEvent {
  readonly requestId: string | null;
  readonly verdict: Verdict | null;
  /** Part of the message could not be read. */
  readonly unreadable?: true;
}

/** How many values of a report are counted, and when the report is forgotten (milliseconds since the epoch). */
export type ReportProgress = readonly [counted: number, until: number];

/** `Spending` of one key, without names. */
export type StoredSpending = readonly [
  key: string,
  spent: number,
  since: number,
  base: number,
  arrival: number,
];

/** A request with an Idempotency-Key: under way in a process, executed, or answered. */
export interface KeptRequest {
  /** Keyed hash of endpoint and body. */
  readonly fingerprint: string;
  /** Names the execution. */
  readonly token: string;
  /**
   * `claimed`: a process executes it, or did when it ended. `executed`: it had its effect, its answer is not known here.
   * `answered`: the answer is here, or in as many chunks.
   */
  readonly state: "claimed" | "executed" | "answered";
  /** When the claim ends, or the answer is forgotten (milliseconds since the epoch). */
  readonly until: number;
  /** Encrypted, base64; null: in chunks, or there is none. */
  readonly answer: string | null;
  readonly chunks: number;
}

/** A shared copy of a feed: its state as JSON, and where its chunks are. No chunks: it is too large. */
export interface StoredFeedCopy {
  readonly state: string;
  readonly sha256: string | null;
  readonly token: string;
  readonly chunks: number;
}

/** A key's theoretical arrival time over all processes, and the newest time of their clocks (milliseconds since the epoch). */
export type StoredArrival = readonly [arrival: number, at: number];

/** Lookups of a month's quota that processes took, spent or not, and what each of them last had left. */
export interface QuotaSlices {
  readonly taken: number;
  /** By the number of the process; with the time, in milliseconds since the epoch. */
  readonly left: Readonly<Record<string, readonly [count: number, at: number]>>;
}

/** A backtest of an uploaded file. Times are milliseconds since the epoch. */
export interface StoredBacktest {
  readonly id: string;
  readonly startedAt: number;
  /** While it runs: when its process wrote last. */
  readonly updatedAt: number;
  readonly state: "running" | "done" | "failed";
  /** Waiting: the account decides what becomes of a file of which much was not read. */
  readonly phase: "reading" | "waiting" | "scoring";
  /** Of the phase, 0 to 1. */
  readonly share: number;
  /** While it waits: what was not read. */
  readonly doubts?: readonly string[];
  /** Why it failed. */
  readonly problem?: string;
  /** The page of its report: deflated, base64, encrypted. */
  readonly page?: string;
}

/** A delivery to a webhook that ended. Times are milliseconds since the epoch. */
export interface EndedDelivery {
  readonly type: EventType;
  /** When the event was queued. */
  readonly at: number;
  readonly endedAt: number;
  readonly delivered: boolean;
  readonly attempts: number;
  /** Of the last attempt: the status of the answer, or why there was none. */
  readonly last: string;
  /** The message, encrypted: it can be sent again. */
  readonly sealed: string;
}
