/** The two ways in which an outgoing call fails. */

export type RefusalReason =
  | "offline" // outgoing traffic is switched off
  | "url" // not a URL, or one that carries a user name or password
  | "scheme" // not https, and http is not allowed here
  | "port" // a well-known port of another service than the web
  | "address"; // the target is not public and not allowed by the operator

/** The target is not allowed; nothing was sent to it. */
export class HttpRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.name = "HttpRefused";
    this.reason = reason;
  }
}

type FailureReason =
  | "unresolved" // the name has no address, or could not be resolved
  | "busy" // the name was not looked up for this account now; it says nothing about the target, so it is not cached
  | "network" // connection, TLS or protocol failure
  | "timeout" // the time limit ran out: connect, headers and body together
  | "too_large" // more bytes than allowed, counted after decompression
  | "redirects" // more redirects than allowed
  | "aborted"; // the caller's signal

/** The target is allowed, but there was no complete response. */
export class HttpFailed extends Error {
  readonly reason: FailureReason;
  /** The host name, when the reason is that it is known to have no address. */
  readonly addressless: string | null;

  constructor(reason: FailureReason, detail: string, addressless: string | null = null) {
    super(detail);
    this.name = "HttpFailed";
    this.reason = reason;
    this.addressless = addressless;
  }
}
