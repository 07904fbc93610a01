/** What a server tells the person who starts it: a line on standard output, and an event where the log is for programs. */
import type { Logger } from "../app/logger.ts";
import type { LogFields } from "../model/log.ts";

type Announce = (event: string, line: string, fields?: LogFields) => void;

/** @param print standard output */
export function announcer(log: Logger, print: (line: string) => void): Announce {
  return (event, line, fields = {}) => {
    print(line);
    if (log.json) log.write("info", event, fields);
  };
}
