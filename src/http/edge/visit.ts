/** A visitor's request as a proxy describes it: nginx by headers that its recipe names, the others by X-Forwarded-*. */
import type { Visitor } from "../../service/edge/judge_visitor.ts";
import type { ClientAddresses } from "../client_address.ts";
import type { AppContext } from "../context.ts";
import { shortHeader } from "../header.ts";

export type ProxyKind = "nginx" | "forward";

/** Where each kind of proxy puts them. A header of the other kind may be the visitor's own. */
const NAMES = {
  nginx: { uri: "x-original-uri", method: "x-original-method", host: "x-original-host" },
  forward: { uri: "x-forwarded-uri", method: "x-forwarded-method", host: "x-forwarded-host" },
} as const;

/** Headers that are no part of what the visitor sent. */
const OF_THE_PROXY = [
  "x-api-key",
  "x-real-ip",
  ...Object.values(NAMES.nginx),
  ...Object.values(NAMES.forward),
];

/** Null: the address is not known, so that nobody can be judged. */
export function visitorOf(c: AppContext, kind: ProxyKind, clients: ClientAddresses): Visitor | null {
  clients.noteUndeclaredProxy(c);
  const address = clients.visitorOf(c);
  if (address === null) return null;
  const names = NAMES[kind];
  const headers = new Headers(c.req.raw.headers);
  for (const name of OF_THE_PROXY) headers.delete(name);
  const host = shortHeader(c, names.host) || null;
  if (host !== null) headers.set("host", host);
  return {
    address: address.text,
    method: shortHeader(c, names.method) || c.req.method,
    host,
    uri: shortHeader(c, names.uri) || "/",
    scheme: clients.scheme(c) === "http" ? "http" : "https",
    headers,
    cookie: shortHeader(c, "cookie") || null,
  };
}
