/** Schema of the score of a device. */
import { z } from "@hono/zod-openapi";
import type { DeviceFields } from "../../../signals/device/score.ts";
import { abuseReports, described, envelope, flag } from "../../common_schema.ts";
import { ABOUT_SIGNALS, firstSeen, type Nullable, timesSeen } from "./fields.ts";

export const deviceResult = z.object({
  device_id: z.string().meta({ description: "As sent", example: "9f86d081884c7d659a2feaa0c55ad015" }),
  bot_probability: z.number().min(0).max(1).nullable().meta({ example: 0.018 }).describe(
    "0 to 1: how likely a program drives the browser. Not part of risk_score",
  ),
  signals: z.object(described(flag, {
    is_bot: "Probably driven by a program",
    is_automated: "The browser shows marks of automation",
    is_headless: "The browser has no window",
    timezone_mismatch: "The time zone does not match the place of the IP address",
    repeat_device: "Seen before. Not scored",
  })).describe(ABOUT_SIGNALS),
  first_seen: firstSeen,
  times_seen: timesSeen,
  abuse_reports: abuseReports,
  ...envelope,
}).openapi("DeviceResult", { description: "The score of a device" }) satisfies z.ZodType<
  Nullable<Omit<DeviceFields, "first_seen">>
>;
