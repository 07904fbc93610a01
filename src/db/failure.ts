/** An open store cannot be read or written now: the disk is full, the server unreachable. The message names it and is for the log. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}

/** Other writers kept changing the same entries first. Nothing was written; the same request may succeed when repeated. */
export class WriteConflict extends Error {
  override readonly name: string = "WriteConflict";
}

/** A change gave up because of the value that it met: nothing of its commit was stored. */
export class Abandoned extends WriteConflict {
  override readonly name = "Abandoned";
  /** Tells it from what else may abandon the same commit. */
  readonly reason: string;

  constructor(reason: string, message = reason) {
    super(message);
    this.reason = reason;
  }
}

export function isAbandoned(error: unknown, reason: string): boolean {
  return error instanceof Abandoned && error.reason === reason;
}

/** Codes of the system and of the package `postgres` for a server that is not there, and SQLSTATEs of one that cannot serve now. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|CONNECT_TIMEOUT|CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|08\w{3}|57P0\d|53300|53400)$/;

/** True when a store elsewhere may be usable later without anybody changing a setting: it is away, starting, full of sessions or silent. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, cause } = error as Error & { readonly code?: unknown; readonly syscall?: unknown };
  if (cause instanceof Error) return isUnreachable(cause);
  // ENOENT: the socket of a server on this machine.
  if (code === "ENOENT") return syscall === "connect";
  // A failure without a code: the server does not answer.
  return typeof code === "string" ? UNREACHABLE.test(code) : error instanceof StoreFailure;
}
