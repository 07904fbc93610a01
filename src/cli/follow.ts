/** `follow DIR` keeps a warm copy of the embedded store, `promote DIR` makes it a data folder. */
import { type CopyStatus, followStore } from "../app/warm_copy/follow.ts";
import { promoteCopy } from "../app/warm_copy/promote.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";

/** Between two lines, unless it is said otherwise. */
const STATUS_SECONDS = 10;

export async function followCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const { values, positionals } = readArgs(args, { status: { type: "string" } }, true);
  const [dir, ...more] = positionals;
  if (dir === undefined || more.length > 0) throw new UsageError("usage: follow DIR [--status SECONDS]");
  const everyMs = (wholeNumber(values.status, "status", 1) ?? STATUS_SECONDS) * 1000;
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => stop.abort());
  const line = new StatusLine();
  let shownAt: number | null = null;
  let mostMs = 0;
  const onStatus = ({ behindMs, share }: CopyStatus) => {
    if (behindMs === null) return line.show(`${Math.floor(100 * share)} % copied`);
    line.clear();
    mostMs = Math.max(mostMs, behindMs);
    if (shownAt === null) print(`${dir}: complete, and followed from now on`);
    else if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    print(`${new Date().toISOString()} behind by at most ${(mostMs / 1000).toFixed(1)} s`);
    mostMs = 0;
  };
  await followStore(config, { dir, signal: stop.signal, onStatus });
  line.clear();
  print(
    shownAt === null
      ? `${dir}: stopped before the copy was complete`
      : `${dir}: stopped; it has everything until now`,
  );
  return 0;
}

export async function promoteCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const [dir, ...more] = readArgs(args, {}, true).positionals;
  if (dir === undefined || more.length > 0) throw new UsageError("usage: promote DIR");
  const writtenAt = await promoteCopy(config, dir);
  const when = writtenAt === null ? "" : `, written last at ${writtenAt.toISOString()}`;
  print(`${dir}: the copy is whole${when}. Start the server with WINNOW_DATA_DIR=${dir}`);
  return 0;
}
