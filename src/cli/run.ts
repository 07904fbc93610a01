/** The table of commands. Exit codes: 0 done, 1 failed, 2 wrong arguments or a wrong setting. */
import { readConfig } from "../app/settings/config.ts";
import { ALL_SCOPES } from "../model/access/key_scope.ts";
import { ROLES } from "../model/access/role.ts";
import { SERVICE } from "../model/service.ts";
import { SettingError } from "../app/settings/setting.ts";
import type { CommandContext } from "./context.ts";
import { printable, printLine, warnLine } from "./output.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";
import { versionCommand } from "./version.ts";
import type { ServeOutput } from "../server/output.ts";
import { serviceManager } from "../server/service_manager.ts";

interface CommandRow {
  /** Its lines of `winnow help`; absent: it has none there. */
  readonly help?: string;
  readonly run: (args: readonly string[], context: CommandContext) => Promise<number>;
}

const N = SERVICE.name;

/** Each loads its modules when it is run, and needs none of the others. */
const COMMANDS: Readonly<Record<string, CommandRow>> = {
  serve: {
    help: `  ${N} [serve]                      start the server`,
    run: async (args, { config, env, print }) => {
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
  },
  score: {
    help: `  ${N} score [--ip A] [--email E] [--phone P] [--phone-country CC] [--domain D]
              [--strictness S] [--json]
                                      score one sign-up from the shell, without a key`,
    run: async (...given) => await (await import("./score.ts")).scoreCommand(...given),
  },
  backtest: {
    help: `  ${N} backtest FILE.csv [--time COLUMN] [--ip COLUMN] [--email COLUMN] [--phone COLUMN]
              [--device COLUMN] [--domain COLUMN] [--label COLUMN] [--score COLUMN]
              [--linkage report|score] [--label-delay 14d] [--strictness S]
              [--rows results.jsonl] [--out report.html] [--json]
                                      what this service would have said of your past sign-ups, without a server;
                                      columns are guessed by their names; --score is another vendor's`,
    run: async (...given) => await (await import("./backtest/backtest.ts")).backtestCommand(...given),
  },
  simulate: {
    help:
      `  ${N} simulate sms [--seed N]       what the guard makes of generated sends: honest ones, pumping, a flood
  ${N} simulate logins [--seed N]    what is stepped up of generated log-ins: honest ones, attackers, stuffing
  ${N} simulate logins --data FILE --scores FILE
                                      how unusual each log-in of a file is (CSV in the columns of the RBA data set;
                                      writes index, ln S)`,
    run: async (...given) => await (await import("./simulate/simulate.ts")).simulateCommand(...given),
  },
  keys: {
    help:
      `  ${N} keys create --account NAME [--mode live|test] [--rpm N] [--monthly N|unlimited] [--scope S[,S]]
              [--role R] [--expires 30d|2027-01-31] [--json]
                                      a new account has no monthly limit unless --monthly says one;
                                      scopes: ${ALL_SCOPES.join(", ")}; all by default;
                                      in place of scopes a role: ${ROLES.join(", ")}
  ${N} keys rotate KEY_ID [--overlap 24h] [--expires 30d] [--json]
                                      make a key in place of another, which ends after the overlap
  ${N} keys list [--account NAME]   ${N} keys revoke KEY_ID`,
    run: async (...given) => await (await import("./keys.ts")).keysCommand(...given),
  },
  accounts: {
    help: `  ${N} accounts list [--network-of NAME]
                                      all accounts, or those that signed up from the same network
  ${N} accounts pause|resume NAME   ${N} accounts forget NAME --yes
  ${N} accounts admit|dismiss NAME  whether its reports count for other accounts
  ${N} accounts set NAME [--monthly N|unlimited] [--rpm N] [--linkage report|score]
                                      lookups per month; requests per minute of each of its keys, the present
                                      ones and new ones; whether links between sign-ups are part of their scores`,
    run: async (...given) => await (await import("./accounts.ts")).accountsCommand(...given),
  },
  audit: {
    help: `  ${N} audit [--account NAME] [--limit N] [--json]
                                      who did what, when, and from which network (400 days)`,
    run: async (...given) => await (await import("./audit.ts")).auditCommand(...given),
  },
  feeds: {
    help: `  ${N} feeds status [--json]        ${N} feeds refresh [NAME]`,
    run: async (...given) => await (await import("./feeds/feeds.ts")).feedsCommand(...given),
  },
  "verify-agent": {
    help: `  ${N} verify-agent [--at TIME] [--scheme http|https] [--json]
                                      explain the signature of a captured request (JSON or raw HTTP on stdin);
                                      --at judges an old capture as of TIME (2026-11-22T10:00:00Z, or seconds)
  ${N} verify-agent --directory URL [--type T] [--json]
                                      check an agent's key directory`,
    run: async (...given) =>
      await (await import("./verify_agent/verify_agent.ts")).verifyAgentCommand(...given),
  },
  "verify-receipt": {
    help: `  ${N} verify-receipt --jwks FILE|URL [--request FILE] [--json]
                                      check a receipt of a decision about an agent (on stdin) with the keys that the
                                      service publishes, and that it is about the request in FILE`,
    run: async (...given) =>
      await (await import("./verify_agent/verify_receipt.ts")).verifyReceiptCommand(...given),
  },
  secret: {
    help:
      `  ${N} secret status [--json]       which secret identifiers are hashed under, and until when earlier ones are read
  ${N} secret rotate                make a new one; what is hashed under the earlier one is still found
  ${N} secret drop [--force]        give up the earlier ones, once what was hashed under them has expired`,
    run: async (...given) => await (await import("./secret.ts")).secretCommand(...given),
  },
  backup: {
    help: `  ${N} backup FILE|- [--since EARLIER]... [--without-secret]
                                      write the whole store to one file, or to standard output, while the server
                                      runs; encrypted where WINNOW_BACKUP_KEY is set. --since writes only what
                                      changed since that backup, which may be such a file itself. The file holds the
                                      secret from the data folder, so protect it; a secret from WINNOW_SECRET is
                                      included only with --with-secret`,
    run: async (...given) => await (await import("./backup.ts")).backupCommand(...given),
  },
  restore: {
    help: `  ${N} restore FILE [NEXT...] [--replace] [--unauthenticated]
                                      load FILE, and the files that continue it in their order, into the store, on
                                      any engine; --replace when it is not empty,
                                      --unauthenticated for a file of a version before authentication`,
    run: async (...given) => await (await import("./restore.ts")).restoreCommand(...given),
  },
  follow: {
    help: `  ${N} follow DIR [--status SECONDS]
                                      keep a copy of the embedded store and its secret in DIR, at most a second behind,
                                      until it is stopped; a line every 10 seconds says by how much it is behind`,
    run: async (...given) => await (await import("./follow.ts")).followCommand(...given),
  },
  promote: {
    help:
      `  ${N} promote DIR                  check such a copy and make DIR a data folder to start a server on`,
    run: async (...given) => await (await import("./follow.ts")).promoteCommand(...given),
  },
  compact: {
    help:
      `  ${N} compact                      give the room that expired data left in the file of the embedded store back to
                                      the disk; the server is stopped meanwhile`,
    run: async (...given) => await (await import("./store_file.ts")).compactCommand(...given),
  },
  repair: {
    help:
      `  ${N} repair                       go on with the embedded store after its journal was damaged, without what cannot
                                      be read; the damaged files are kept`,
    run: async (...given) => await (await import("./store_file.ts")).repairCommand(...given),
  },
  config: {
    help: `  ${N} config                       show the current settings (environment variables WINNOW_*)`,
    run: async (...given) => await (await import("./config.ts")).configCommand(...given),
  },
  health: {
    help: `  ${N} health                       ask the running server whether it is ready`,
    run: async (...given) => await (await import("./health.ts")).healthCommand(...given),
  },
  version: {
    help: `  ${N} version [--json]             of the program, its commit and its data`,
    run: versionCommand,
  },
  // Internal: started by `serve` when WINNOW_WORKERS is more than 1.
  worker: {
    run: async ([port], { config }) => {
      const { serveAsWorker } = await import("../server/serve.ts");
      await serveAsWorker(config, wholeNumber(port, "port", 1) ?? config.port, serveOutput());
      return 0;
    },
  },
  // Internal: the process of the embedded store, which those workers share.
  store: {
    run: async ([socket = ""], { config }) => {
      const { serveStore } = await import("../server/serve.ts");
      await serveStore(config, socket, serveOutput());
      return 0;
    },
  },
  "--version": { run: versionCommand },
  "-V": { run: versionCommand },
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

/** The text of `winnow help`. */
function helpText(): string {
  const title =
    `${SERVICE.title}: how risky is this IP, e-mail, phone, domain, device or whole sign-up, and why?`;
  return [title, "", ...Object.values(COMMANDS).flatMap(({ help }) => help ?? []), `  ${N} help`, ""].join(
    "\n",
  );
}

export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const print = (line: string) => printLine(printable(line));
  const warn = (line: string) => warnLine(printable(line));
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help") || args.includes("-h")) {
    print(helpText());
    return 0;
  }
  const command = COMMANDS[name]?.run;
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
