/** `health`: asks the running server whether it is ready. Exit 0 when it is. */
import type { CommandContext } from "./context.ts";
import { readArgs } from "./usage.ts";

const WAIT_MS = 5_000;

export async function healthCommand(
  args: readonly string[],
  { config, print, warn }: CommandContext,
): Promise<number> {
  readArgs(args, {}, false);
  const host = config.host === "0.0.0.0" ? "127.0.0.1" : config.host === "::" ? "[::1]" : config.host;
  const url = `http://${
    host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
  }:${config.port}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
    const body = await response.text();
    (response.ok ? print : warn)(body);
    return response.ok ? 0 : 1;
  } catch (error) {
    warn(`no server answers at ${url}: ${(error as Error).message}`);
    return 1;
  }
}
