/** Where a server writes to: its messages to standard output, its log to standard error. */
import type { Config } from "../app/settings/config.ts";
import type { LogTarget } from "../app/logger.ts";
import type { Log } from "../model/log.ts";
import type { Output } from "./first_start.ts";

export interface ServeOutput extends Output {
  readonly target: LogTarget;
}

type Overrides = Pick<Config, "agentDirectoryOverrides" | "emailIssuerOverrides">;

export function warnOfSettings(config: Overrides, log: Log): void {
  for (const [host, base] of Object.entries(config.agentDirectoryOverrides)) {
    const message = `WINNOW_AGENT_DIRECTORY_OVERRIDES: the agent keys of ${host} come from ${base}`;
    log.write("warn", "setting", { message });
  }
  for (const [host, base] of Object.entries(config.emailIssuerOverrides)) {
    const message = `WINNOW_EMAIL_ISSUER_OVERRIDES: the keys of the issuer ${host} come from ${base}`;
    log.write("warn", "setting", { message });
  }
}
