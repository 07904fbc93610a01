/** The two HTTP clients of the key directories, and the directories over them. */
import { parseCidr } from "../../domain/address.ts";
import { HttpClient, type HttpClientOptions } from "../../net/http_client.ts";
import { AgentDirectories } from "./directory.ts";

export interface OpenDirectories extends Omit<HttpClientOptions, "allowHttp"> {
  /** WINNOW_AGENT_DIRECTORY_OVERRIDES: base URL by lower-case host. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

const EVERYWHERE = ["0.0.0.0/0", "::/0"].map((text) => parseCidr(text)!);

/**
 * Only hosts the operator overrides are fetched without the address guard. A URL that a request names is never let
 * inside by `egressAllow`: that list is for the operator's own mirrors, and the request is a stranger's. Offline, an
 * override still reaches this machine itself, since nothing goes out.
 */
export function openAgentDirectories(given: OpenDirectories): AgentDirectories {
  const { overrides, now, timeoutMs, ...client } = given;
  const guarded = new HttpClient({ ...client, egressAllow: [] });
  const unguarded = new HttpClient({ ...client, offline: false, egressAllow: EVERYWHERE, allowHttp: true });
  return new AgentDirectories({
    guarded,
    unguarded: {
      get: (url, options) =>
        client.offline && !isThisMachine(url) ? guarded.get(url, options) : unguarded.get(url, options),
    },
    overrides,
    now,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    close: async () => {
      await Promise.all([guarded.close(), unguarded.close()]);
    },
  });
}

function isThisMachine(url: string): boolean {
  const host = new URL(url).hostname;
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
