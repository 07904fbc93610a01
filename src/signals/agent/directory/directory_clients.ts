/** The two HTTP clients for key directories, and the directories that use them. The caller closes what it opens. */
import type { KeySetName } from "../../../model/agent_profile.ts";
import { parseCidr } from "../../../model/address/address.ts";
import type { SourceMeter } from "../../../concurrency/measure/source_meter.ts";
import { HttpClient, type HttpClientOptions } from "../../../net/http/http_client.ts";
import { AgentDirectories } from "./directory.ts";
import type { Getter } from "./directory_fetch.ts";

interface OpenDirectories extends Omit<HttpClientOptions, "allowHttp"> {
  /** WINNOW_AGENT_DIRECTORY_OVERRIDES: base URL by lower-case host. */
  readonly overrides: Readonly<Record<string, string>>;
  /** WINNOW_AGENT_KEYSETS: URL by name. */
  readonly keySets?: Readonly<Partial<Record<KeySetName, string>>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timeoutMs?: number;
  readonly meter?: SourceMeter;
}

const EVERYWHERE = ["0.0.0.0/0", "::/0"].map((text) => parseCidr(text)!);

interface DirectoryClients {
  /** Refuses private addresses. */
  readonly guarded: Getter;
  /** For overridden hosts: allows any address, and http. */
  readonly unguarded: Getter;
  close(): Promise<void>;
}

/**
 * Only hosts that the operator overrides are fetched without the address guard. `egressAllow` is not applied: it is meant
 * for the operator's own mirrors, while these URLs come from untrusted requests. In offline mode nothing is fetched, not even
 * an override on this machine.
 */
export function openDirectoryClients(given: Omit<HttpClientOptions, "allowHttp">): DirectoryClients {
  const guarded = new HttpClient({ ...given, egressAllow: [] });
  const unguarded = new HttpClient({ ...given, egressAllow: EVERYWHERE, allowHttp: true });
  return {
    guarded,
    unguarded,
    async close() {
      await Promise.all([guarded.close(), unguarded.close()]);
    },
  };
}

export function openAgentDirectories(given: OpenDirectories): AgentDirectories {
  const { overrides, keySets, now, timeoutMs, meter, ...options } = given;
  return new AgentDirectories({
    ...openDirectoryClients(options),
    overrides,
    keySets: keySets ?? {},
    now,
    meter,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
