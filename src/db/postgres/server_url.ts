/** The URL of a PostgreSQL server: what to show of it, and what the package does not read itself. */
import { StoreError } from "../engine.ts";

/** `host:port/database` of a URL, without user and password. @throws StoreError */
export function serverName(url: string): string {
  url = withHost(url);
  const [, authority = "", path = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)([^#]*)$/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  const database = path.split("?")[0]!;
  if (!URL.canParse(hosts.includes(",") ? url.replace(hosts, hosts.split(",")[0]!) : url)) {
    throw new StoreError(`cannot open the store ${hosts}${database}: it is not a postgres:// URL`);
  }
  return `${withoutSocket(url).socketFolder ?? hosts}${database}`;
}

/** Adds the host to a URL without one, as psql does. */
export function withHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[:/?#]|$)/, "$1localhost");
}

/** `?host=/folder` is the folder of a Unix socket, as in psql. */
export function withoutSocket(url: string): { url: string; socketFolder: string | null } {
  const folder = /[?&]host=([^&#]*)/.exec(url)?.[1];
  if (folder === undefined) return { url, socketFolder: null };
  return { url: url.replace(/([?&])host=[^&#]*&?/, "$1"), socketFolder: decodeURIComponent(folder) };
}
