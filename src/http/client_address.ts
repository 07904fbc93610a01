/** The client's IP address. */
import { type Address, parseAddress } from "../model/address/address.ts";
import type { AppContext } from "./context.ts";

/**
 * The connection's peer, or behind a trusted proxy the last entry of X-Forwarded-For: the proxy wrote that one, while
 * clients can forge those before it. Null when there is no such address.
 */
export function clientAddress(c: AppContext, trustProxy: boolean): Address | null {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for") : undefined;
  const text = forwarded === undefined ? c.env.peer : forwarded.slice(forwarded.lastIndexOf(",") + 1);
  return text === null ? null : parseAddress(text.trim());
}
