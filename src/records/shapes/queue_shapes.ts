/** The shapes of queues and of what is sent by them. */
import { EVENT_TYPES } from "../../model/endpoints/webhook.ts";
import {
  count,
  type EntryShape,
  flag,
  label,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
} from "../../db/backup/shape.ts";

export const QUEUE_SHAPES = {
  webhooks: {
    parts: 1,
    value: list(object({
      id: text,
      account: text,
      url: label,
      events: list(oneOf(...EVENT_TYPES)),
      verdicts: orNull(list(oneOf("allow", "review", "block"))),
      enabled: flag,
      note: orNull(label),
      createdAt: number,
      secret: text,
      replaced: list(object({ secret: text, until: number })),
    })),
  },
  webhookDelivery: {
    parts: 3,
    value: object({
      type: text,
      at: number,
      endedAt: number,
      delivered: flag,
      attempts: count,
      last: label,
      sealed: text,
    }),
  },
  webhookNotice: { parts: 2, value: number },
  queueJob: {
    parts: 4,
    value: object({ at: number, label: text, sealed: text, attempts: count }, { note: text }),
  },
  queueReady: { parts: 2, value: oneOf(1) },
  queueLane: null,
  queueCount: { parts: 3, value: count, counter: true },
} satisfies Record<string, EntryShape | null>;
