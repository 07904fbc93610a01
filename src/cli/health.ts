/** `health`: asks the running server whether it is ready. Exit code 0 when it is. */
import { localOrigin, originOf } from "../server/listen.ts";
import type { CommandContext } from "./context.ts";
import { readArgs } from "./usage.ts";

const TIMEOUT_MS = 5_000;

export async function healthCommand(
  args: readonly string[],
  { config, print, warn }: CommandContext,
): Promise<number> {
  readArgs(args, {}, false);
  const url = `${localOrigin(originOf({ hostname: config.host, port: config.port }))}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.text();
    (response.ok ? print : warn)(body);
    return response.ok ? 0 : 1;
  } catch (error) {
    warn(`no server responds at ${url}: ${(error as Error).message}`);
    return 1;
  }
}
