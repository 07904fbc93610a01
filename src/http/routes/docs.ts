import type { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import type { Site } from "../site/site.ts";

export function mountDocs(_app: Hono<AppEnv>, _site: Site): void {}
