/** Accounts of one attacker: made through the sign-up page's own function, old, and with billed lookups. */
import type { TestApp } from "../../tests/support/app/app.ts";

/** Billed to each self-made account, so that it looks used. */
const LOOKUPS = 100;

export interface Sybil {
  readonly name: string;
  readonly key: string;
}

/** @param madeBy `operator` for accounts that the operator of the service made or admitted */
export async function sybils(
  app: TestApp,
  count: number,
  madeBy: "signup" | "operator",
  { prefix = "sybil", lookups = LOOKUPS }: { prefix?: string; lookups?: number } = {},
): Promise<Sybil[]> {
  const items = Array.from({ length: lookups }, (_, i) => `73.200.${i}.7`);
  const made: Sybil[] = [];
  for (let i = 0; i < count; i++) {
    const name = `${prefix}-${madeBy}-${i}`;
    const { key } = await app.account(name, { madeBy });
    if (madeBy === "signup" && lookups > 0) await app.ask("/v1/batch", { key, json: { type: "ip", items } });
    made.push({ name, key });
  }
  return made;
}

/** Each account reports each value `times` times. */
export async function reportAll(
  app: TestApp,
  accounts: readonly Sybil[],
  values: Readonly<Record<string, string>>,
  times = 1,
): Promise<void> {
  for (const { key } of accounts) {
    for (const [kind, value] of Object.entries(values)) {
      for (let i = 0; i < times; i++) {
        const { status } = await app.ask("/v1/report", { key, json: { kind, value } });
        if (status !== 200) throw new Error(`a report was refused: ${status}`);
      }
    }
  }
}
