/** WINNOW_METRICS_ADDR: `/metrics` at an address of its own, which a proxy in front does not publish. */
import type { App } from "../app/app.ts";
import type { Config } from "../app/settings/config.ts";
import { startListeningForMetrics } from "./listen.ts";
import { Listener } from "./listener.ts";

/**
 * Null without an address.
 * @param shared true: workers share the address, and any of them answers for all
 * @throws SettingError
 */
export function listenForMetrics(
  { metricsAddr, dataDir }: Config,
  shared: boolean,
  app: App,
  log: (line: string) => void,
): Listener | null {
  if (metricsAddr === null) return null;
  return new Listener({
    hostname: metricsAddr.host,
    port: metricsAddr.port,
    shared,
    handover: false,
    listening: (start) => startListeningForMetrics(metricsAddr, start),
    handle: (request) => app.fetchMetrics(request),
    bodySettled: () => true,
    folder: dataDir,
    log,
  });
}
