/** Abuse reports as a score of an address shows them. */
import type { TestApp } from "./app.ts";

/** In a residential network: scores nothing by itself. */
export const RESIDENTIAL = "73.15.20.1";

export async function abuse(
  app: TestApp,
  ip: string,
  key = app.test,
): Promise<{ reports: number; recent: boolean; score: number }> {
  const { body } = await app.ask(`/v1/score/ip?ip=${ip}`, { key });
  return { reports: body.abuse_reports, recent: body.signals.recent_abuse, score: body.risk_score };
}
