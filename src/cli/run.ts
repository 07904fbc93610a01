/** The table of commands. Exit codes: 0 done, 1 failed, 2 wrong arguments or a wrong setting. */
import { readConfig } from "../app/settings/config.ts";
import { SERVICE } from "../model/service.ts";
import { SettingError } from "../app/settings/setting.ts";
import type { CommandContext } from "./context.ts";
import { HELP } from "./help.ts";
import { printable, printLine, warnLine } from "./output.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";
import { versionCommand } from "./version.ts";
import type { ServeOutput } from "../server/output.ts";
import { serviceManager } from "../server/service_manager.ts";

type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Each loads its modules when it is run, and needs none of the others. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: async (args, { config, env, print }) => {
    readArgs(args, {}, false);
    const manager = serviceManager(env, config.dataDir, print);
    try {
      const { serve } = await import("../server/serve.ts");
      await serve(config, serveOutput(), manager);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      throw new Error(`port ${config.port} of ${config.host} is in use; set WINNOW_PORT to another port`);
    }
    return 0;
  },
  // Internal: started by `serve` when WINNOW_WORKERS is more than 1.
  worker: async ([port], { config }) => {
    const { serveAsWorker } = await import("../server/serve.ts");
    await serveAsWorker(config, wholeNumber(port, "port", 1) ?? config.port, serveOutput());
    return 0;
  },
  score: async (...given) => await (await import("./score.ts")).scoreCommand(...given),
  backtest: async (...given) => await (await import("./backtest/backtest.ts")).backtestCommand(...given),
  keys: async (...given) => await (await import("./keys.ts")).keysCommand(...given),
  accounts: async (...given) => await (await import("./accounts.ts")).accountsCommand(...given),
  audit: async (...given) => await (await import("./audit.ts")).auditCommand(...given),
  feeds: async (...given) => await (await import("./feeds/feeds.ts")).feedsCommand(...given),
  secret: async (...given) => await (await import("./secret.ts")).secretCommand(...given),
  backup: async (...given) => await (await import("./backup.ts")).backupCommand(...given),
  restore: async (...given) => await (await import("./restore.ts")).restoreCommand(...given),
  compact: async (...given) => await (await import("./store_file.ts")).compactCommand(...given),
  repair: async (...given) => await (await import("./store_file.ts")).repairCommand(...given),
  config: async (...given) => await (await import("./config.ts")).configCommand(...given),
  health: async (...given) => await (await import("./health.ts")).healthCommand(...given),
  "verify-agent": async (...given) =>
    await (await import("./verify_agent/verify_agent.ts")).verifyAgentCommand(...given),
  "verify-receipt": async (...given) =>
    await (await import("./verify_agent/verify_receipt.ts")).verifyReceiptCommand(...given),
  version: versionCommand,
  "--version": versionCommand,
  "-V": versionCommand,
};

/**
 * OpenTelemetry exports what is written with `console`. Only the log of a server may go there: what a command prints, the keys
 * of a first start and the messages between processes may not.
 */
function serveOutput(): ServeOutput {
  return {
    log: (line) => printLine(printable(line)),
    terminal: Deno.stdout.isTerminal(),
    target: { line: (line) => console.error(line), terminal: Deno.stderr.isTerminal() },
  };
}

export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const print = (line: string) => printLine(printable(line));
  const warn = (line: string) => warnLine(printable(line));
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
