/** What every command gets. */
import type { Config } from "../app/settings/config.ts";

export interface CommandContext {
  readonly config: Config;
  readonly env: Readonly<Record<string, string>>;
  readonly print: (line: string) => void;
  /** For people: progress and errors. */
  readonly warn: (line: string) => void;
}
