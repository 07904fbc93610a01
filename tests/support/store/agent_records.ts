/** What is kept about agents, on a store that two processes share. */
import type { AgentActivity } from "../../../src/records/agents/activity.ts";
import type { AgentNonces } from "../../../src/records/agents/nonces.ts";
import type { AgentPolicies } from "../../../src/records/agents/policies.ts";
import type { Store } from "../../../src/records/store.ts";
import { inFolder } from "../folder.ts";
import { openStore } from "./store.ts";

export const NOW = 1_800_000_000_000;
export const MINUTE = 60_000;

/** What one process keeps about agents. */
export class AgentProcess {
  readonly store: Store;
  readonly policies: AgentPolicies;
  readonly nonces: AgentNonces;
  readonly activity: AgentActivity;

  constructor(store: Store) {
    this.store = store;
    this.policies = store.agentPolicies;
    this.nonces = store.agentNonces;
    this.activity = store.agentActivity;
  }
}

/** Two processes on one store. */
export async function withTwo(test: (one: AgentProcess, two: AgentProcess) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const options = { location: `${folder}/winnow.kv`, now: () => NOW };
    const [one, two] = [await openStore(options), await openStore(options)];
    try {
      await test(new AgentProcess(one), new AgentProcess(two));
    } finally {
      await one.close();
      await two.close();
    }
  });
}
