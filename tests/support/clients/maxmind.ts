/** The vendor's own npm clients, unmodified, pointed at a server on loopback. */
import https from "node:https";
import * as minFraud from "@maxmind/minfraud-api-node";
import { WebServiceClient } from "@maxmind/geoip2-node";
import { TEST_CA } from "../servers/certificates.ts";

export { minFraud };

/** minfraud-api-node 6.x takes a host without a port and uses Node's global agent. */
export function minFraudClient(port: number, key: string, timeout = 3000): minFraud.Client {
  const agent = https.globalAgent as https.Agent & { defaultPort: number };
  agent.defaultPort = port;
  agent.options.ca = TEST_CA;
  agent.options.keepAlive = false;
  return new minFraud.Client("1", key, timeout, "127.0.0.1");
}

interface GeoClient extends AsyncDisposable {
  readonly client: WebServiceClient;
}

/** @param prefix path after the host; the client pastes host and path together */
export function geoClient(port: number, key: string, prefix = ""): GeoClient {
  const trusting = Deno.createHttpClient({ caCerts: [TEST_CA] });
  const client = new WebServiceClient("1", key, {
    host: `127.0.0.1:${port}${prefix}`,
    fetcher: (url, init) => fetch(String(url), { ...(init as object), client: trusting }),
  });
  return {
    client,
    [Symbol.asyncDispose]: () => {
      trusting.close();
      return Promise.resolve();
    },
  };
}
