/** Backtests in the console: upload, progress, report. */
import type { ConsolePages } from "./pages.ts";
import { parseSpan } from "../../model/access/key_expiry.ts";
import { AppError } from "../../model/error.ts";
import { LINKAGE_SCORING } from "../../model/records.ts";
import { parseStrictness, STRICTNESS_NAMES } from "../../model/verdict.ts";
import { MAX_UPLOADED_ROWS, type UploadOptions } from "../../service/backtest/backtests.ts";
import { BacktestInputError, ROLES } from "../../service/backtest/columns.ts";
import { dateFormat, DateFormatError } from "../../service/backtest/date_format.ts";
import { parseLabelWords } from "../../service/backtest/label_words.ts";
import { checkHeader, type FileFormat } from "../../service/backtest/signup_file.ts";
import { requireActive } from "../../service/access/quota.ts";
import { takeRequest } from "../../service/access/work.ts";
import { type BacktestForm, BacktestPage } from "./backtest_page.tsx";
import type { Form } from "../site/form.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";

/** MAX_UPLOADED_ROWS of 240 bytes. */
const UPLOAD_LIMIT = 12 * 1024 * 1024;
/** Seconds after which the page asks again while one runs. */
const REFRESH_SECONDS = 3;

/** Of the report, which has its styles inside and nothing else; the page itself says that more narrowly. */
const REPORT_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export const backtestPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/backtest", name: "Backtest" }],
  reads: "backtests.run",
  writes: "backtests.run",
  pages: {
    "/console/backtest": show,
    "/console/backtest/report": async ({ c, site, signed }) => {
      const page = await site.backtests.page(signed.caller.account.id);
      if (page === null) throw new AppError("not_found", "There is no report, or its hour is over.");
      const download = c.req.query("download") === "1"
        ? { "content-disposition": 'attachment; filename="backtest.html"' }
        : {};
      return c.body(page, 200, { ...REPORT_HEADERS, ...download });
    },
  },
  forms: {
    "/console/backtest": { take: start, limit: UPLOAD_LIMIT },
    "/console/backtest/decide": decide,
    "/console/backtest/remove": async ({ c, site, signed }) => {
      await site.backtests.remove(signed.caller.account.id);
      return seeOther(c, "/console/backtest");
    },
  },
};

async function show(visit: SignedVisit): Promise<Response> {
  const { linkageScoring = "report" } = visit.signed.caller.account;
  const form = {
    columns: {},
    dateFormat: "",
    labelWords: "",
    strictness: "balanced",
    linkage: linkageScoring,
    delay: "14d",
  };
  const page = await pageOf(visit, form);
  if (page.isWorking) visit.c.header("refresh", String(REFRESH_SECONDS));
  return html(visit.c, page.page);
}

async function pageOf({ view, site, signed }: SignedVisit, form: BacktestForm, problem?: string) {
  const state = await site.backtests.state(signed.caller.account.id);
  return {
    page: BacktestPage({ view, state, form, problem }),
    isWorking: state?.state === "running" && state.phase !== "waiting",
  };
}

async function start(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, site, services, signed: { caller } } = visit;
  const form = {
    ...formatOf(given),
    strictness: given.text("strictness"),
    linkage: given.text("linkage"),
    delay: given.text("delay"),
  };
  return await tryForm(c, async () => {
    requireActive(caller);
    await takeRequest(services, caller, tooMany);
    const options = readOptions(form);
    const file = given.file("file");
    if (file === null) throw new AppError("invalid_value", "Choose a file.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    requireHeader(bytes, options);
    await site.backtests.start(caller.account, bytes, options);
    return seeOther(c, "/console/backtest");
  }, async (error) => (await pageOf(visit, form, error.message)).page);
}

/** What becomes of a file that waits: it is read in another way, or scored as it is. */
async function decide(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, site, services, signed: { caller } } = visit;
  requireActive(caller);
  await takeRequest(services, caller, tooMany);
  const again = given.text("again") !== "";
  site.backtests.decide(caller.account.id, again ? readFormat(formatOf(given)) : null);
  return seeOther(c, "/console/backtest");
}

function tooMany(): AppError {
  return new AppError("rate_limited", "Too many requests with this key. Please wait a moment.");
}

type FormatForm = Pick<BacktestForm, "columns" | "dateFormat" | "labelWords">;

function formatOf(given: Form): FormatForm {
  return {
    columns: Object.fromEntries(ROLES.map((role) => [role, given.text(`column_${role}`).slice(0, 200)])),
    dateFormat: given.text("date_format").slice(0, 60),
    labelWords: given.text("label_words").slice(0, 500),
  };
}

/** @throws AppError */
function readFormat({ columns, dateFormat: format, labelWords: words }: FormatForm): FileFormat {
  const labelWords = parseLabelWords(words);
  if (labelWords === null) {
    throw new AppError("invalid_value", "The words of labels must be like fraud=ja, legit=nein.");
  }
  try {
    if (format !== "") dateFormat(format);
  } catch (error) {
    if (!(error instanceof DateFormatError)) throw error;
    throw new AppError("invalid_value", `The way times are written cannot be used: ${error.message}.`);
  }
  return { columns, labelWords, ...(format === "" ? {} : { dateFormat: format }) };
}

/** @throws AppError */
function readOptions(form: BacktestForm): UploadOptions {
  const { strictness: name, linkage: scoring, delay } = form;
  const strictness = STRICTNESS_NAMES.some((known) => known === name) ? parseStrictness(name) : null;
  const linkage = LINKAGE_SCORING.find((known) => known === scoring);
  const labelDelayMs = parseSpan(delay.trim());
  if (labelDelayMs === null) {
    throw new AppError("invalid_value", "The time after which a label is known must be like 14d, 36h or 0.");
  }
  if (strictness === null || linkage === undefined) {
    throw new AppError("invalid_value", "This form is not valid.");
  }
  return { ...readFormat(form), strictness, linkage, labelDelayMs, limit: MAX_UPLOADED_ROWS };
}

/** So that a missing column is reported immediately. @throws AppError */
function requireHeader(bytes: Uint8Array, { columns }: UploadOptions): void {
  try {
    const source = {
      size: bytes.length,
      read: (at: number, length: number) => bytes.subarray(at, at + length),
    };
    checkHeader(source, columns);
  } catch (error) {
    if (!(error instanceof BacktestInputError)) throw error;
    throw new AppError("invalid_value", `The file cannot be used: ${error.message}.`);
  }
}
