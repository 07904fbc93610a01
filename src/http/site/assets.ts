/** The files of the pages, embedded in the program. Their names hold a content hash, so that browsers may cache them forever. */
import { hash } from "node:crypto";
import base from "./assets/base.css" with { type: "text" };
import campaigns from "./assets/campaigns.css" with { type: "text" };
import cases from "./assets/cases.css" with { type: "text" };
import drawings from "./assets/drawings.css" with { type: "text" };
import forms from "./assets/forms.css" with { type: "text" };
import frame from "./assets/frame.css" with { type: "text" };
import pages from "./assets/pages.css" with { type: "text" };
import parts from "./assets/parts.css" with { type: "text" };
import tables from "./assets/tables.css" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import queue from "./assets/queue.js" with { type: "text" };
import script from "./assets/site.js" with { type: "text" };

interface Asset {
  readonly url: string;
  readonly type: string;
  readonly text: string;
}

function asset(name: string, extension: string, type: string, text: string): Asset {
  return { url: `/assets/${name}.${hash("sha256", text).slice(0, 12)}.${extension}`, type, text };
}

export const STYLE = asset(
  "site",
  "css",
  "text/css; charset=utf-8",
  [base, forms, frame, pages, parts, tables, drawings, cases, campaigns].join(""),
);
export const SCRIPT = asset("site", "js", "text/javascript; charset=utf-8", script);
export const QUEUE_SCRIPT = asset("queue", "js", "text/javascript; charset=utf-8", queue);
export const ICON = asset("icon", "svg", "image/svg+xml", icon);

const BY_URL = new Map([STYLE, SCRIPT, QUEUE_SCRIPT, ICON].map((entry) => [entry.url, entry]));

/** Null when there is no such file. */
export function assetResponse(path: string): Response | null {
  const found = BY_URL.get(path);
  return found === undefined ? null : new Response(found.text, {
    headers: {
      "content-type": found.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
