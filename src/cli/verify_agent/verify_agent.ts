/**
 * `verify-agent`: explains step by step what the signatures of a captured request cover, which key was used and why they
 * failed; with `--directory URL`, lints a key directory; with `--at TIME`, judges an old capture as it would have been then. Exit codes: 0 verified or no errors, 1 otherwise, 2 wrong arguments.
 */
import { AppError } from "../../model/error.ts";
import { type KeySources, resolveKeySets } from "../../signals/agent/directory/agent_url.ts";
import { openDirectoryClients } from "../../signals/agent/directory/directory_clients.ts";
import type { FetchOptions } from "../../signals/agent/directory/directory_fetch.ts";
import { parseAgentRequest } from "../../signals/agent/parse.ts";
import { openDns } from "../../app/sources.ts";
import type { CommandContext } from "../context.ts";
import { readArgs, UsageError, wholeNumber } from "../usage.ts";
import { lintDirectory } from "./directory.ts";
import { readCapturedRequest, readStandardInput } from "./input.ts";
import { explainRequest } from "./steps.ts";

interface VerifyAgentContext extends CommandContext {
  /** Reads the captured request; default: standard input. */
  readonly readInput?: () => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** @throws {UsageError} */
export async function verifyAgentCommand(
  args: readonly string[],
  context: VerifyAgentContext,
): Promise<number> {
  const { values } = readArgs(args, {
    directory: { type: "string" },
    type: { type: "string" },
    scheme: { type: "string", default: "https" },
    at: { type: "string" },
    json: { type: "boolean", default: false },
  }, false);
  if (values.scheme !== "https" && values.scheme !== "http") {
    throw new UsageError("--scheme must be https or http");
  }
  const clock = context.now ?? Date.now;
  const now = readTime(values.at) ?? Math.floor(clock() / 1000);
  const input = values.directory === undefined ? await (context.readInput ?? readStandardInput)() : "";
  const { options, close } = await openFetching(context, clock);
  try {
    const report = values.directory === undefined
      ? await explainRequest(parsed(input, values.scheme), options, now)
      : await lintDirectory(values.directory, values.type ?? null, options, now);
    if (values.json) context.print(JSON.stringify(report.facts, null, 2));
    else for (const line of report.lines) context.print(line);
    return report.good ? 0 : 1;
  } finally {
    await close();
  }
}

/** Seconds since 1970, or RFC 3339. */
function readTime(text: string | undefined): number | null {
  if (text === undefined || /^\d+$/.test(text)) return wholeNumber(text, "at", 0);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN;
  if (Number.isNaN(at)) {
    throw new UsageError("--at takes seconds since 1970 or a time as 2026-11-22T10:00:00Z");
  }
  return Math.floor(at / 1000);
}

function parsed(input: string, scheme: string) {
  try {
    return parseAgentRequest(readCapturedRequest(input, scheme));
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message);
    throw error;
  }
}

async function openFetching({ config }: CommandContext, now: () => number) {
  const { dns, clientOptions } = await openDns(config, now);
  const clients = openDirectoryClients(clientOptions);
  const overrides = new Map(Object.entries(config.agentDirectoryOverrides));
  const keySets = resolveKeySets(config.agentKeysets, overrides);
  const options: FetchOptions & KeySources = { ...clients, overrides, keySets, now };
  return {
    options,
    async close() {
      await clients.close();
      await dns.close();
    },
  };
}
