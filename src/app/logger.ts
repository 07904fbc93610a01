/** Writes the log: JSON or text, one line per event. */
import type { Config } from "./settings/config.ts";
import { type Log, LOG_LEVELS, type LogFields, type LogLevel } from "../model/log.ts";
import { printableLine } from "../model/printable.ts";

/** Where log lines go, and how they are written unless WINNOW_LOG says it. */
export interface LogTarget {
  readonly line: (line: string) => void;
  /** True: a terminal, where people read. */
  readonly terminal: boolean;
}

/** Characters of one field. Lines stay short enough to be written in one piece. */
const MAX_FIELD = 1_500;

export class Logger implements Log {
  /** True: programs read it. */
  readonly json: boolean;
  readonly #lowest: number;
  readonly #target: LogTarget;
  readonly #now: () => number;
  readonly #always: LogFields;

  /** @param now milliseconds since the epoch */
  constructor(
    config: Pick<Config, "log" | "logLevel" | "workers">,
    target: LogTarget,
    now: () => number = Date.now,
  ) {
    this.json = (config.log ?? (target.terminal ? "text" : "json")) === "json";
    this.#lowest = LOG_LEVELS.indexOf(config.logLevel);
    this.#target = target;
    this.#now = now;
    this.#always = config.workers > 1 ? { pid: Deno.pid } : {};
  }

  write(level: LogLevel, event: string, fields: LogFields): void {
    if (LOG_LEVELS.indexOf(level) < this.#lowest) return;
    const time = new Date(this.#now()).toISOString();
    const given = { ...this.#always, ...fields };
    this.#target.line(
      this.json
        ? printableLine(JSON.stringify({ time, level, event, ...given }, cut))
        : textLine(time, level, event, given),
    );
  }
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === "string" && value.length > MAX_FIELD ? `${value.slice(0, MAX_FIELD)}…` : value;
}

/** `<time> <level> <event>: <message> name=value …` */
function textLine(time: string, level: LogLevel, event: string, { message, ...fields }: LogFields): string {
  const rest = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${Array.isArray(value) ? value.join(",") : value}`]
  );
  const head = `${time} ${level} ${event}${message === undefined ? "" : `: ${message}`}`;
  return printableLine([head, ...rest].map((part) => String(cut("", part))).join(" "));
}
