/** Device evidence to a component. The bot probability is a separate field; a device id alone adds no points. */
import { type Component, type DeepReadonly, type History, NullReasons } from "../../model/component.ts";
import { isTrue, type Known } from "../../model/evidence.ts";
import { evaluate, type Fired, scoreOf, type WeightRow } from "../../scoring/evaluate.ts";
import { OWN_REPORTS, reportsFired, shareAmong } from "../../scoring/reports.ts";
import { BOT, type BotFacts, judgeBot } from "./bot.ts";
import { type EntropyClass, entropyClass } from "./browser.ts";
import type { DeviceInput } from "./parse.ts";
import type { TimeZones } from "./timezone.ts";

export interface DeviceEvidence {
  readonly input: DeviceInput;
  /** ISO 3166-1 alpha-2 country of the request's address. */
  readonly ipCountry: Known<string>;
  readonly ipIsDatacenter: Known<boolean>;
  readonly timeZones: TimeZones;
  readonly history: History;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The wire fields of `POST /v1/score/device`, without what every result carries. */
export type DeviceFields = DeepReadonly<ReturnType<typeof fieldsOf>>;

export const WEIGHTS = {
  bot: { points: 78, group: "bot", text: "automated browser" },
  probable_bot: { points: 40, group: "bot", text: "probably an automated browser" },
  /** Of a browser without a device id, which is not a component; see `actingBrowser`. */
  acting_browser: { points: 30, group: "bot", text: "automated browser or program" },
  timezone_mismatch: { points: 20, group: "place", text: "time zone does not match the IP location" },
  reported: { points: 100, group: "reports", text: "reported for abuse" },
  own_reports: OWN_REPORTS,
  recent_abuse: { points: 25, group: "recency", text: "reported for abuse in the last 30 days" },
} as const satisfies Record<string, WeightRow>;

/** From this probability on `bot` fires; from BOT on `probable_bot`. */
const CERTAIN_BOT = 0.9;

/** Share of other accounts' reports about an id that counts, since several devices may have the same id. */
const ID_SHARE: Readonly<Record<EntropyClass, number>> = { distinct: 1, shared: 0.6, common: 0.3 };

const OTHER_DEVICES = ", but other devices may have the same id";

export function scoreDevice(evidence: DeviceEvidence): Component<DeviceFields> {
  const { input, history, ipCountry, ipIsDatacenter, timeZones, now } = evidence;
  const offsetContradicts = timeZones.contradicts(input.timezone, input.timezoneOffset, now);
  const bot = judgeBot({ input, inDatacenter: ipIsDatacenter, offsetContradicts });
  const mismatch = timeZones.mismatch(input.timezone, ipCountry, now);
  const nulls = new NullReasons();
  const fields = fieldsOf(evidence, bot, mismatch, nulls);
  const fired: DeviceFinding[] = [
    ...botFindings(bot),
    ...(isTrue(mismatch) ? ["timezone_mismatch" as const] : []),
    ...reputationFindings(input, history),
  ];
  const breakdown = evaluate({ component: "device", weights: WEIGHTS, fired });
  return { kind: "device", breakdown, fields, unknown: nulls.reasons };
}

const REPUTATION: ReadonlySet<string> = new Set<keyof typeof WEIGHTS>([
  "reported",
  "own_reports",
  "recent_abuse",
]);

/**
 * As for an id that many devices have, whatever its characteristics say: others' reports weigh least, and a label of the
 * account is one among the people who have the id. The component itself where nothing was reported.
 */
export function asCommonDevice(
  component: Component<DeviceFields>,
  history: History,
  people: number,
): Component<DeviceFields> {
  const { breakdown } = component;
  if (!breakdown.findings.some(({ name }) => REPUTATION.has(name))) return component;
  const kept = breakdown.findings.filter(({ name }) => !REPUTATION.has(name));
  const { own } = history;
  const fired = reportsFired(history, "reported", { share: ID_SHARE.common, doubt: OTHER_DEVICES })
    .filter((finding) => nameOf(finding) !== "recent_abuse");
  const weighed = fired.map((finding) =>
    nameOf(finding) !== "own_reports" || own === undefined || people === 1 ? finding : {
      name: "own_reports" as const,
      share: shareAmong(own, people),
      text: `${OWN_REPORTS.text} ${
        own.count === 1 ? "once" : `${own.count} times`
      }, of some ${people} people with this id`,
    }
  );
  const findings = [
    ...kept,
    ...evaluate({ component: "device", weights: WEIGHTS, fired: weighed }).findings,
  ];
  return {
    ...component,
    breakdown: { ...breakdown, findings, score: scoreOf(findings, breakdown.trust) },
  };
}

function nameOf(finding: DeviceFinding): string {
  return typeof finding === "string" ? finding : finding.name;
}

function fieldsOf(
  { input, history }: DeviceEvidence,
  bot: BotFacts,
  mismatch: Known<boolean>,
  nulls: NullReasons,
) {
  return {
    device_id: input.id,
    bot_probability: nulls.value("bot_probability", bot.probability),
    signals: {
      is_bot: nulls.value("signals.is_bot", bot.isBot),
      is_automated: nulls.value("signals.is_automated", bot.isAutomated),
      is_headless: nulls.value("signals.is_headless", bot.isHeadless),
      timezone_mismatch: nulls.value("signals.timezone_mismatch", mismatch),
      /** Seen before. Not scored: customers come back. */
      repeat_device: isRepeated(history.timesSeen),
    },
    first_seen: history.firstSeen,
    times_seen: history.timesSeen,
    abuse_reports: history.abuseReports,
  };
}

/** The fields with the sightings as they were committed, which may differ from the evidence. They do not affect the score. */
export function recountDevice(
  fields: DeviceFields,
  firstSeen: string | null,
  timesSeen: number | null,
): DeviceFields {
  if (fields.first_seen === firstSeen && fields.times_seen === timesSeen) return fields;
  const signals = { ...fields.signals, repeat_device: isRepeated(timesSeen) };
  return { ...fields, signals, first_seen: firstSeen, times_seen: timesSeen };
}

function isRepeated(timesSeen: number | null): boolean | null {
  return timesSeen === null ? null : timesSeen > 1;
}

type DeviceFinding = Fired<keyof typeof WEIGHTS>;

function botFindings({ probability, because }: BotFacts): DeviceFinding[] {
  if (!probability.known || probability.value < BOT) return [];
  const name = probability.value >= CERTAIN_BOT ? "bot" : "probable_bot";
  return [because === null ? name : { name, text: `${WEIGHTS[name].text} (${because})` }];
}

function reputationFindings(input: DeviceInput, history: History): DeviceFinding[] {
  const class_ = entropyClass(
    input.userAgent.known ? input.userAgent.value : null,
    input.renderer.known ? input.renderer.value : null,
  );
  const doubt = class_ === "distinct" ? "" : OTHER_DEVICES;
  return reportsFired(history, "reported", { share: ID_SHARE[class_], doubt });
}
