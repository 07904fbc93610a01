/** Apps on one data folder, before and after rotations of the secret. */
import { startApp, type StartOptions, type TestApp } from "./app.ts";

export const SECRETS = [
  "the secret of the first year",
  "the secret of the second year",
  "the secret of the third year",
] as const;

/** With the secret of a year, and those before it as earlier ones. */
export function secretsOf(year: 0 | 1 | 2): Record<string, string> {
  return {
    WINNOW_SECRET: SECRETS[year],
    WINNOW_SECRET_PREVIOUS: SECRETS.slice(0, year).toReversed().join(","),
  };
}

export async function startInYear(
  year: 0 | 1 | 2,
  options: Omit<StartOptions, "env"> = {},
): Promise<TestApp> {
  return await startApp({ ...options, env: secretsOf(year) });
}
