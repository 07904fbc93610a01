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
 * inside by `egressAllow`: that list is for the operator's own mirrors, and the request is a stranger's.
 */
export function openAgentDirectories(given: OpenDirectories): AgentDirectories {
  const { overrides, now, timeoutMs, ...client } = given;
  return new AgentDirectories({
    guarded: new HttpClient({ ...client, egressAllow: [] }),
    unguarded: new HttpClient({ ...client, egressAllow: EVERYWHERE, allowHttp: true }),
    overrides,
    now,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
