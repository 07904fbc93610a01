/** The guides, in reading order. */
import { agents } from "./agents.tsx";
import { firstScore } from "./first_score.tsx";
import type { Guide } from "./guide.ts";
import { minfraud } from "./minfraud.tsx";
import { privacy } from "./privacy.tsx";
import { reading } from "./reading.tsx";
import { rules } from "./rules.tsx";
import { selfHosting } from "./self_hosting.tsx";
import { webhook } from "./webhook.tsx";

export const GUIDES: readonly Guide[] = [
  firstScore,
  reading,
  webhook,
  rules,
  agents,
  minfraud,
  privacy,
  selfHosting,
];
