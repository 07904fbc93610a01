/** Agent policies, one per account: a head and chunks of rules, written in one batch and kept in memory. */
import { HOUR_MS } from "../../model/duration.ts";
import { type AgentPolicy, type AgentRule, NO_POLICY } from "../../model/agent_policy.ts";
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import type { Changes } from "../cluster/change_log.ts";
import type { Engine, Json, Key } from "../engine.ts";
import type { Writer } from "../commit/writer.ts";

/** Rules of one value: 200 rules of the largest size do not fit into one. */
const RULES_PER_CHUNK = 25;
const CHUNKS = 8;
const IN_MEMORY = 10_000;
/** Changes are followed; this only bounds how long a missed one could last. */
const BELIEVED_MS = HOUR_MS;

type Head = Omit<AgentPolicy, "rules"> & { readonly chunks: number };

export class AgentPolicies {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #policies: TtlCache<AgentPolicy>;
  /** Counts what made a policy in memory old, so that a read that was under way meanwhile is repeated. */
  #changed = 0;

  constructor(engine: Engine, writer: Writer, changes: Changes, now: () => number) {
    this.#engine = engine;
    this.#writer = writer;
    this.#policies = new TtlCache({ max: IN_MEMORY, now });
    changes.follow("agent-policy", (scope) => {
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
      this.#policies.set(account, policy, BELIEVED_MS);
      return policy;
    }
  }

  /** Replaces the whole policy; durable when it resolves, and in force here at once. */
  async put(account: string, policy: AgentPolicy): Promise<void> {
    const { rules, ...rest } = policy;
    const chunks = Math.ceil(rules.length / RULES_PER_CHUNK);
    const head: Head = { ...rest, chunks };
    // Every chunk is set, none deleted: of two policies in one batch the later one is then whole.
    await this.#writer.write({
      set: [
        { key: headKey(account), value: head as unknown as Json },
        ...Array.from({ length: CHUNKS }, (_, index) => ({
          key: chunkKey(account, index),
          value: rules.slice(index * RULES_PER_CHUNK, (index + 1) * RULES_PER_CHUNK) as unknown as Json,
        })),
      ],
      changes: [["agent-policy", account]],
    });
    this.#changed++;
    this.#policies.set(account, policy, BELIEVED_MS);
  }

  async #load(account: string): Promise<AgentPolicy> {
    const keys = Array.from({ length: CHUNKS }, (_, index) => chunkKey(account, index));
    const [head, ...chunks] = await this.#engine.get([headKey(account), ...keys]);
    if (!head) return NO_POLICY;
    const { chunks: count, ...rest } = head.value as unknown as Head;
    const rules = chunks.slice(0, count).flatMap((entry) => (entry?.value ?? []) as unknown as AgentRule[]);
    return { ...rest, rules };
  }
}

function headKey(account: string): Key {
  return ["agent-policy", account];
}

function chunkKey(account: string, index: number): Key {
  return ["agent-policy-rules", account, String(index)];
}
