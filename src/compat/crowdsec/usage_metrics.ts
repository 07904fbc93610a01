/** The usage metrics that bouncers send: read as CrowdSec's local API does, which says 400 or 422. */
import type { UsageCount, UsageMetrics } from "../../model/decisions/usage.ts";
import { isObject, type JsonObject } from "../../model/json.ts";

interface UnreadableMetrics {
  readonly status: 400 | 422;
  readonly message: string;
}

const MAX_TEXT = 255;
/** Counts of one message. */
const MAX_ITEMS = 2_000;
/** Above it a count is no count. */
const MAX_VALUE = 2 ** 50;

export function readUsageMetrics(body: unknown): UsageMetrics | UnreadableMetrics {
  const components = isObject(body) ? body["remediation_components"] : undefined;
  if (!isObject(body) || (components !== undefined && components !== null && !Array.isArray(components))) {
    return refused(400, "the body is not an object of usage metrics");
  }
  const processors = body["log_processors"];
  if (Array.isArray(processors) && processors.length > 0) {
    return refused(400, "Payload has both LP and RC data");
  }
  if (!Array.isArray(components) || components.length === 0) {
    return refused(400, "Missing remediation component data");
  }
  if (components.length > 1) return refused(400, "Payload has more than one remediation component");
  const component: unknown = components[0];
  if (!isObject(component)) return refused(400, "the remediation component is not an object");
  return readComponent(component);
}

function readComponent(component: JsonObject): UsageMetrics | UnreadableMetrics {
  const { version, type = "", os = null, metrics = null } = component;
  const startup = component["utc_startup_timestamp"];
  if (!isText(version)) return invalid("version is a text of at most 255 characters");
  if (!isText(type)) return invalid("type is a text of at most 255 characters");
  if (!isWhole(startup)) return invalid("utc_startup_timestamp is a whole number");
  if (os !== null && !(isObject(os) && isText(os["name"]) && isText(os["version"]))) {
    return invalid("os has a name and a version");
  }
  if (metrics !== null && !Array.isArray(metrics)) return invalid("metrics is a list");
  const counts: UsageCount[] = [];
  let items = 0;
  for (const metric of metrics ?? []) {
    if (!isObject(metric) || !isMeta(metric["meta"])) {
      return invalid("meta has window_size_seconds and utc_now_timestamp");
    }
    if (!Array.isArray(metric["items"])) return invalid("items is a list");
    items += metric["items"].length;
    if (items > MAX_ITEMS) return invalid(`items are at most ${MAX_ITEMS}`);
    for (const item of metric["items"]) {
      if (!isItem(item)) return invalid("an item has a name, a value and a unit, and labels that are texts");
      const counted = countOf(item);
      if (counted !== null) counts.push(counted);
    }
  }
  return {
    type,
    version,
    system: isObject(os) ? `${String(os["name"])} ${String(os["version"])}`.trim() || null : null,
    startedAt: startup * 1000,
    counts,
  };
}

type Item = Readonly<
  { name: string; value: number; unit: string; labels?: Readonly<Record<string, string>> | null }
>;

function isItem(item: unknown): item is Item {
  if (!isObject(item) || !isText(item["name"]) || !isText(item["unit"])) return false;
  if (typeof item["value"] !== "number") return false;
  const { labels = null } = item;
  return labels === null || (isObject(labels) && Object.values(labels).every(isText));
}

/** Null for what is not kept: sizes of a moment, unknown names and units. */
function countOf({ name, value, unit, labels }: Item): UsageCount | null {
  if (name !== "dropped" && name !== "processed") return null;
  if (unit !== "request" && unit !== "packet" && unit !== "byte") return null;
  if (!(value >= 1 && value <= MAX_VALUE)) return null;
  const origin = labels && Object.hasOwn(labels, "origin") ? labels["origin"]! : null;
  return { name, origin, unit, value: Math.floor(value) };
}

function isMeta(meta: unknown): boolean {
  return isObject(meta) && isWhole(meta["window_size_seconds"]) && isWhole(meta["utc_now_timestamp"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) < 1e12;
}

function invalid(message: string): UnreadableMetrics {
  return refused(422, message);
}

function refused(status: 400 | 422, message: string): UnreadableMetrics {
  return { status, message };
}
