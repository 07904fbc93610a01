/** Questions that must not stop the caller: what cannot be read is left out, and without an answer it is said why. */
import {
  type DecisionReason,
  type InvalidField,
  readResponse,
  type Refusal,
  type Unavailable,
} from "./decision.ts";
import { CallFailed, messageOf, type Send } from "./transport.ts";

export interface AskOptions {
  readonly timeoutMs: number;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Read<T> = { readonly answer: T } | Refusal | {
  readonly invalid: InvalidField[];
  readonly detail: string;
};

/** One call with its attempts. Never throws. */
export type Ask = <T>(
  path: string,
  body: string,
  isAnswer: (body: unknown) => body is T,
  options: AskOptions,
) => Promise<Read<T>>;

/** @param base the base URL without a slash at its end */
export function asking(base: string, send: Send): Ask {
  return async (path, body, isAnswer, { timeoutMs, idempotencyKey, signal }) => {
    try {
      const request = new Request(`${base}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        body,
        ...(signal === undefined ? {} : { signal }),
      });
      const response = await send(request, timeoutMs);
      return readResponse(response.status, await bodyOf(response), isAnswer);
    } catch (error) {
      if (!(error instanceof CallFailed)) return { invalid: [], detail: messageOf(error) };
      return {
        unavailable: { reason: error.reason, detail: error.message, status: null },
        code: null,
      };
    }
  };
}

export interface NoAnswer {
  readonly answer: null;
  readonly reason: DecisionReason;
  /** For the log. */
  readonly detail: string;
  readonly invalidFields: readonly InvalidField[];
}

export type Asked<T> = { readonly answer: T; readonly invalidFields: readonly InvalidField[] } | NoAnswer;

/**
 * Asks, and asks again without the fields that the service cannot read: what a browser sends may be nonsense on purpose, and
 * an error must not be an answer that lets it in. Never throws.
 * @param fields in JSON, by name @param invalid what was left out before
 * @param tell told where there is no answer for another reason than the input
 */
export async function askLeavingOut<T>(
  ask: Ask,
  path: string,
  { fields, invalid, isAnswer, tell, options }: {
    readonly fields: ReadonlyMap<string, string>;
    readonly invalid: readonly InvalidField[];
    readonly isAnswer: (body: unknown) => body is T;
    readonly tell: (failure: Unavailable) => void;
    readonly options: AskOptions;
  },
): Promise<Asked<T>> {
  const left = new Map(fields);
  const invalidFields = [...invalid];
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    const timeoutMs = Math.max(1, deadline - Date.now());
    const read = await ask(path, jsonOf(left), isAnswer, { ...options, timeoutMs });
    if ("answer" in read) return { answer: read.answer, invalidFields };
    if ("unavailable" in read) {
      tell(read.unavailable);
      return { answer: null, ...read.unavailable, invalidFields };
    }
    invalidFields.push(...read.invalid);
    const removed = read.invalid.filter(({ field }) => left.delete(field.split("/")[0]!));
    if (removed.length === 0) {
      return { answer: null, reason: "invalid_input", detail: read.detail, invalidFields };
    }
  }
}

export function jsonOf(fields: ReadonlyMap<string, string>): string {
  return `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** What is no JSON was not read, and may never end: only JSON is of interest. */
async function bodyOf(response: Response): Promise<string> {
  if (/\bjson\b/i.test(response.headers.get("content-type") ?? "")) return await response.text();
  response.body?.cancel().catch(() => {});
  return "";
}
