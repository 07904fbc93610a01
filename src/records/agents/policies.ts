/** Agent policies, one per account: a head and chunks of rules, written in one batch and cached. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import {
  AGENT_ACTIONS,
  type AgentPolicy,
  type AgentRule,
  NO_POLICY,
  REPLAY_PROTECTIONS,
} from "../../model/agent_policy.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { count, flag, list, number, object, oneOf, orNull, record, text } from "../define.ts";
import { AGENT_PROFILES } from "../../model/agent_profile.ts";

/** An agent policy without its rules, which are in chunks. */
type AgentPolicyHead = Omit<AgentPolicy, "rules"> & { readonly chunks: number };
export const AGENT_POLICY = record({
  prefix: "agent-policy",
  key: ["account"],
  value: object<AgentPolicyHead>({
    defaultsApply: flag,
    replayProtection: oneOf(...REPLAY_PROTECTIONS),
    updatedAt: orNull(number),
    chunks: count,
  }),
  announced: true,
});
export const AGENT_POLICY_RULES = record({
  prefix: "agent-policy-rules",
  key: ["account", "chunk"],
  value: list(object<AgentRule>({ action: oneOf(...AGENT_ACTIONS), reason: text }, {
    host: text,
    url: text,
    profile: oneOf(...AGENT_PROFILES),
    repeated: flag,
    trigger: text,
    methods: list(text),
  })),
});

/** Of one chunk: 200 rules of the largest size do not fit into one value. Earlier versions read 8 chunks of 25 rules. */
const RULES_PER_CHUNK = 25;
const CHUNK_CHARS = 40_000;
const MAX_CHUNKS = 24;
const MAX_CACHED_POLICIES = 10_000;
/** The change log keeps the cache up to date; this only bounds the effect of a missed change. */
const CACHED_MS = HOUR_MS;

export class AgentPolicies {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #policies: TtlCache<AgentPolicy>;
  /** Counts changes of policies, so that a read that one of them overtook is repeated. */
  #changed = 0;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog, now: () => number) {
    this.#engine = engine;
    this.#writer = writer;
    this.#policies = new TtlCache({ max: MAX_CACHED_POLICIES, now });
    changes.follow(AGENT_POLICY.topic, (scope) => {
      this.#changed++;
      if (scope === null) this.#policies.clear();
      else this.#policies.set(scope[0]!, NO_POLICY, 0);
    });
  }

  /** NO_POLICY for an account that never set one. */
  async read(account: string): Promise<AgentPolicy> {
    const known = this.#policies.peek(account);
    if (known !== undefined) return known;
    for (;;) {
      const before = this.#changed;
      const policy = await this.#load(account);
      if (before !== this.#changed) continue;
      this.#policies.set(account, policy, CACHED_MS);
      return policy;
    }
  }

  /** Replaces the whole policy. Durable and in force in this process when it resolves. */
  async put(account: string, policy: AgentPolicy): Promise<void> {
    const { rules, ...rest } = policy;
    const chunks = chunked(rules);
    // Every chunk is set, none deleted: of two policies in one batch the later one is then complete.
    await this.#writer.write({
      set: [
        AGENT_POLICY.set(AGENT_POLICY.key(account), { ...rest, chunks: chunks.length }),
        ...chunkKeys(account).map((key, index) => AGENT_POLICY_RULES.set(key, chunks[index] ?? [])),
      ],
      changes: [AGENT_POLICY.key(account)],
    });
    this.#changed++;
    this.#policies.set(account, policy, CACHED_MS);
  }

  async #load(account: string): Promise<AgentPolicy> {
    const keys = [AGENT_POLICY.key(account), ...chunkKeys(account)];
    const [head, ...chunks] = await this.#engine.get(keys);
    if (!head) return NO_POLICY;
    const { chunks: count, ...rest } = AGENT_POLICY.read(head.value);
    const rules = chunks.slice(0, count).flatMap((entry) => AGENT_POLICY_RULES.read(entry?.value) ?? []);
    return { ...rest, rules };
  }
}

function chunked(rules: readonly AgentRule[]): AgentRule[][] {
  const chunks: AgentRule[][] = [];
  let chars = Infinity;
  for (const rule of rules) {
    const own = JSON.stringify(rule).length;
    if (chars + own > CHUNK_CHARS || chunks.at(-1)!.length === RULES_PER_CHUNK) {
      chunks.push([]);
      chars = 0;
    }
    chars += own;
    chunks.at(-1)!.push(rule);
  }
  return chunks;
}

function chunkKeys(account: string): Key[] {
  return Array.from({ length: MAX_CHUNKS }, (_, index) => AGENT_POLICY_RULES.key(account, String(index)));
}
