/** An application that knows the key sets of the card networks, and requests signed for it. */
import {
  type CardGiven,
  KEY_SETS,
  MASTERCARD_HOST,
  signCardRequest,
  VISA_HOST,
} from "../fixtures/agent_profiles.ts";
import { NOW } from "../fixtures/agent_verification.ts";
import { type AgentKey, type SignedAgentRequest, startKeyDirectory } from "../servers/key_directory.ts";
import { agentSettings } from "./agents.ts";
import { startApp, type TestApp } from "./app.ts";

export interface CardWorld extends AsyncDisposable {
  readonly app: TestApp;
  readonly clock: { now: number };
  /** A request signed at the clock's moment. */
  signed(given: Omit<CardGiven, "key" | "now"> & { readonly key?: AgentKey }): Promise<SignedAgentRequest>;
  /** Another application on the same store. */
  second(): Promise<TestApp>;
}

export async function startCardWorld(
  key: AgentKey,
  more: readonly (AgentKey | object)[] = [],
): Promise<CardWorld> {
  const directory = startKeyDirectory([key, ...more]);
  const clock = { now: NOW * 1000 };
  const env = {
    ...agentSettings({
      [VISA_HOST]: directory.url,
      [MASTERCARD_HOST]: directory.url,
      "agent.example": directory.url,
    }),
    WINNOW_AGENT_KEYSETS: JSON.stringify(KEY_SETS),
  };
  const options = { now: () => clock.now, env };
  const app = await startApp(options);
  const others: TestApp[] = [];
  return {
    app,
    clock,
    signed: (given) => signCardRequest({ key, now: Math.floor(clock.now / 1000), ...given }),
    async second() {
      const other = await startApp({ ...options, dataDir: app.dataDir });
      others.push(other);
      return other;
    },
    async [Symbol.asyncDispose]() {
      for (const other of others) await other[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}
