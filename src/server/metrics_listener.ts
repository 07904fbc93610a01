/** WINNOW_METRICS_ADDR: `/metrics` at an address of its own, which a proxy in front does not publish. */
import type { App } from "../app.ts";
import type { ListenAddress } from "../setting.ts";
import { originOf, startListeningForMetrics } from "./listen.ts";

/** How long closing waits for responses in progress. */
const CLOSE_MS = 1_000;

export interface MetricsListener {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Null without an address.
 * @param reusePort true: workers share the address, and any of them answers for all
 * @throws SettingError
 */
export function listenForMetrics(
  address: ListenAddress | null,
  reusePort: boolean,
  app: App,
): MetricsListener | null {
  if (address === null) return null;
  const options = { hostname: address.host, port: address.port, reusePort, onListen: () => {} };
  const server = startListeningForMetrics(
    address,
    () => Deno.serve(options, (request) => app.fetchMetrics(request)),
  );
  return {
    origin: originOf(server.addr),
    async close(): Promise<void> {
      const enough = Promise.withResolvers<void>();
      const timer = setTimeout(enough.resolve, CLOSE_MS);
      await Promise.race([server.shutdown(), enough.promise]);
      clearTimeout(timer);
    },
  };
}
