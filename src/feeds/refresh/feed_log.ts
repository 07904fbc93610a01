/** Gathers log lines about feeds: a few failures are logged one by one, many at the same time (no internet access) as one line. */

const GATHER_MS = 5_000;
const MAX_SINGLE_LINES = 3;
const PREFIX = "feeds: ";

export function gatherFeedLines(
  log: (line: string) => void,
): { log: (line: string) => void; flush: () => void } {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length <= MAX_SINGLE_LINES) waiting.forEach(log);
    else {
      const first = waiting[0]!.slice(PREFIX.length);
      log(
        `${PREFIX}${waiting.length} could not be fetched now, the first: ${first} (\`winnow feeds status\` lists them)`,
      );
    }
    waiting = [];
  };
  return {
    log: (line) => {
      if (!line.startsWith(PREFIX)) return log(line);
      waiting.push(line);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    flush,
  };
}
