/** The log: one event per line. No field holds an identifier, a key, or anything else that a caller sent. */

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields of an event in addition to its time, level and name. One that is undefined is left out. */
export type LogFields = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

export interface Log {
  /** @param event names what happened, in snake_case: what a search or an alert looks for */
  write(level: LogLevel, event: string, fields: LogFields): void;
}

/** For what logs sentences: each becomes the `message` of an event with this name. */
export function sentences(log: Log, level: LogLevel, event: string): (message: string) => void {
  return (message) => log.write(level, event, { message });
}
