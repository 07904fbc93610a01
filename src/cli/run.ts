/** The table of commands. Exit codes: 0 done, 1 failed, 2 wrong arguments or a wrong setting. */
import { readConfig } from "../config.ts";
import { SERVICE } from "../model/service.ts";
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
import { printable, printLine } from "./output.ts";
import { restoreCommand } from "./restore.ts";
import { scoreCommand } from "./score.ts";
import { secretCommand } from "./secret.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";
import { versionCommand } from "./version/version.ts";
import { verifyAgentCommand } from "./verify_agent/verify_agent.ts";
import { verifyReceiptCommand } from "./verify_agent/verify_receipt.ts";
import type { ServeOutput } from "../server/output.ts";
import { serve, serveAsWorker } from "../server/serve.ts";
import { serviceManager } from "../server/service_manager.ts";

type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: async (args, { config, env, print }) => {
    readArgs(args, {}, false);
    const manager = serviceManager(env["NOTIFY_SOCKET"] ?? null, config.dataDir, print);
    try {
      await serve(config, serveOutput(), manager);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      throw new Error(`port ${config.port} of ${config.host} is in use; set WINNOW_PORT to another port`);
    }
    return 0;
  },
  // Internal: started by `serve` when WINNOW_WORKERS is more than 1.
  worker: async ([port], { config }) => {
    await serveAsWorker(config, wholeNumber(port, "port", 1) ?? config.port, serveOutput());
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
  version: versionCommand,
  "--version": versionCommand,
  "-V": versionCommand,
};

/**
 * OpenTelemetry exports what is written with `console`. The log may go there; the keys of a first start and the messages
 * between processes may not.
 */
function serveOutput(): ServeOutput {
  return {
    log: (line) => printLine(printable(line)),
    terminal: Deno.stdout.isTerminal(),
    target: { line: (line) => console.error(line), terminal: Deno.stderr.isTerminal() },
  };
}

export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const print = (line: string) => console.log(printable(line));
  const warn = (line: string) => console.error(printable(line));
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help") || args.includes("-h")) {
    print(HELP);
    return 0;
  }
  const command = COMMANDS[name];
  if (command === undefined) {
    warn(`${SERVICE.name}: there is no command ${JSON.stringify(name)}; \`${SERVICE.name} help\` lists them`);
    return 2;
  }
  try {
    if (command === versionCommand) return await versionCommand(rest, { env, print });
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
