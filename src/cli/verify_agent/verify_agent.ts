/**
 * `verify-agent`: explains step by step what the signatures of a captured request cover, which key was used and why they
 * failed; with `--directory URL`, lints a key directory. Exit codes: 0 verified or no errors, 1 otherwise, 2 wrong arguments.
 */
import { AppError } from "../../model/error.ts";
import { openDirectoryClients } from "../../signals/agent/directory/directory_clients.ts";
import type { FetchOptions } from "../../signals/agent/directory/directory_fetch.ts";
import { parseAgentRequest } from "../../signals/agent/parse.ts";
import { openDns } from "../../sources.ts";
import type { CommandContext } from "../context.ts";
import { readArgs, UsageError, wholeNumber } from "../usage.ts";
import { lintDirectory } from "./directory.ts";
import { readCapturedRequest } from "./input.ts";
import { explainRequest } from "./steps.ts";

interface VerifyAgentContext extends CommandContext {
  /** Reads the captured request; default: standard input. */
  readonly readInput?: () => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const MAX_INPUT = 1_048_576;

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
  const at = wholeNumber(values.at, "at", 0);
  const now = at ?? Math.floor(clock() / 1000);
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
  const options: FetchOptions = { ...clients, overrides, now };
  return {
    options,
    async close() {
      await clients.close();
      await dns.close();
    },
  };
}

async function readStandardInput(): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of Deno.stdin.readable) {
    length += chunk.length;
    if (length > MAX_INPUT) throw new UsageError("the input is larger than 1 MiB");
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}
