/** The application with lists of Tor exits, open proxies and VPNs loaded from a mirror on loopback. */
import { startApp, type TestApp } from "./app.ts";
import { Mirror } from "../servers/feed_mirror.ts";

/** On the lists of the mirror; ordinary addresses otherwise. */
export const TOR = "81.2.1.1";
export const PROXY = "81.2.2.1";
export const VPN = "81.2.3.1";
/** In a residential network and on no list. */
export const CLEAN = "81.2.69.160";

export async function startListedApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  await using mirror = new Mirror({
    "tor-bulk-exit-list.txt": hosts("81.2.1", 60).join("\n"),
    "monosans-proxies.json": JSON.stringify(
      hosts("81.2.2", 40).map((host) => ({ protocol: "http", host, exit_ip: host })),
    ),
    "x4bnet-vpn-ipv4.txt": ["81.2.3.1/32", ...hosts("45.0", 20).flatMap((net) => hosts(net, 60))].join("\n"),
  });
  const app = await startApp({
    env: {
      WINNOW_OFFLINE: "false",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_DNS: "127.0.0.1:9",
      WINNOW_TIME_BUDGET_MS: "0",
      WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
      WINNOW_FEED_MIRROR: mirror.url,
      ...env,
    },
  });
  const names = ["tor-bulk-exit-list", "monosans-proxies", "x4bnet-vpn-ipv4"];
  const outcomes = await app.app.services.feeds.refresh(names);
  const failed = outcomes.filter((outcome) => outcome.result !== "updated");
  if (failed.length > 0) throw new Error(`lists were not loaded: ${JSON.stringify(failed)}`);
  return app;
}

function hosts(net: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${net}.${index + 1}`);
}
