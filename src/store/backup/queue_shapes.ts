/** The shapes of queues: their jobs and counts. */
import { count, type EntryShape, number, object, oneOf, text } from "./shape.ts";

export const QUEUE_SHAPES = {
  queueJob: {
    parts: 4,
    value: object({ at: number, label: text, sealed: text, attempts: count }, { note: text }),
  },
  queueReady: { parts: 2, value: oneOf(1) },
  queueLane: null,
  queueCount: { parts: 3, value: count, counter: true },
} satisfies Record<string, EntryShape | null>;
