/** The table of commands. Exit codes: 0 done, 1 failed, 2 wrong arguments or a wrong setting. */
import { readConfig } from "../config.ts";
import { SERVICE, VERSION } from "../model/service.ts";
import { SettingError } from "../setting.ts";
import { accountsCommand } from "./accounts.ts";
import { auditCommand } from "./audit.ts";
import { backtestCommand } from "./backtest/backtest.ts";
import { backupCommand } from "./backup.ts";
import type { CommandContext } from "./context.ts";
import { configCommand } from "./config.ts";
import { feedsCommand } from "./feeds/feeds.ts";
import { healthCommand } from "./health.ts";
import { HELP } from "./help.ts";
import { keysCommand } from "./keys.ts";
import { printable } from "./output.ts";
import { restoreCommand } from "./restore.ts";
import { scoreCommand } from "./score.ts";
import { secretCommand } from "./secret.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";
import { verifyAgentCommand } from "./verify_agent/verify_agent.ts";
import { verifyReceiptCommand } from "./verify_agent/verify_receipt.ts";
import { serve, serveAsWorker } from "../server/serve.ts";

type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: async (args, { config, print }) => {
    readArgs(args, {}, false);
    try {
      await serve(config, { log: print, terminal: Deno.stdout.isTerminal() });
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      throw new Error(`port ${config.port} of ${config.host} is in use; set WINNOW_PORT to another port`);
    }
    return 0;
  },
  // Internal: started by `serve` when WINNOW_WORKERS is more than 1.
  worker: async ([port], { config, print }) => {
    await serveAsWorker(config, wholeNumber(port, "port", 1) ?? config.port, print);
    return 0;
  },
  score: scoreCommand,
  backtest: backtestCommand,
  keys: keysCommand,
  accounts: accountsCommand,
  audit: auditCommand,
  feeds: feedsCommand,
  secret: secretCommand,
  backup: backupCommand,
  restore: restoreCommand,
  config: configCommand,
  health: healthCommand,
  "verify-agent": verifyAgentCommand,
  "verify-receipt": verifyReceiptCommand,
};

export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const print = (line: string) => console.log(printable(line));
  const warn = (line: string) => console.error(printable(line));
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help") || args.includes("-h")) {
    print(HELP);
    return 0;
  }
  if (name === "version" || name === "--version" || name === "-V") {
    print(`${SERVICE.name} ${VERSION} (deno ${Deno.version.deno}, ${Deno.build.target})`);
    return 0;
  }
  const command = COMMANDS[name];
  if (command === undefined) {
    warn(`${SERVICE.name}: there is no command ${JSON.stringify(name)}; \`${SERVICE.name} help\` lists them`);
    return 2;
  }
  try {
    const config = readConfig(env);
    // Only the process that starts workers may start processes, and it serves no requests.
    if (name !== "serve" || config.workers === 1) Deno.permissions.revokeSync({ name: "run" });
    return await command(rest, { config, env, print, warn });
  } catch (error) {
    if (error instanceof SettingError || error instanceof UsageError) {
      warn(`${SERVICE.name}: ${error.message}`);
      return 2;
    }
    warn(`${SERVICE.name}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
