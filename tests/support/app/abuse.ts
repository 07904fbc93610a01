/** What a score of an address tells about abuse reports. */
import type { TestApp } from "./app.ts";

/** In a household's network: scores nothing by itself. */
export const RESIDENTIAL = "73.15.20.1";

export async function abuse(
  app: TestApp,
  ip: string,
  key = app.test,
): Promise<{ reports: number; recent: boolean; score: number }> {
  const { body } = await app.ask(`/v1/score/ip?ip=${ip}`, { key });
  return { reports: body.abuse_reports, recent: body.signals.recent_abuse, score: body.risk_score };
}
