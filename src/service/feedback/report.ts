/** `POST /v1/report`: confirmed fraud by value. One lookup however many values; counted at once for everybody. */
import { hash as digest } from "node:crypto";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { MAX_CHECKS } from "../../store/engine.ts";
import { ReportMoved } from "../../store/records/reports.ts";
import type { ScoringContext, Services } from "../context.ts";
import { excerpt } from "../excerpt.ts";
import { charge, requireActive } from "../access/quota.ts";
import { readDomain, readEmail, readIp, readPhone } from "../score/read_input.ts";

export const MAX_REPORT_VALUES = 500;

interface Accepted {
  readonly hash: string;
}

interface Skipped {
  readonly value: string;
  readonly reason: string;
}

/** Values of one write: each is one checked cell; the change log takes one, and so does the note how far a report is. */
const VALUES_PER_WRITE = MAX_CHECKS - 5;

/**
 * A report that broke off (the store failed, the process ended) goes on where it was when it is sent again within a day.
 * @throws AppError test_key_refused, account_paused, quota_exceeded; then nothing is counted
 */
export async function report(
  services: Services,
  context: ScoringContext,
  request: { kind: ValueKind; values: readonly string[] },
) {
  const { caller } = context;
  if (caller.key.mode === "test") {
    throw new AppError("test_key_refused", "a test key cannot report fraud; use a live key");
  }
  requireActive(caller);
  const { accepted, skipped } = readValues(services, request);
  const now = services.now();
  const { histories, openReports } = services.store;
  if (accepted.length > 0) {
    // In one order, whichever the values came in: the same report is known again.
    const hashes = accepted.map(({ hash }) => hash).sort();
    const id = digest("sha256", `${request.kind} ${hashes.join(" ")}`, "base64url");
    const work = () => count(services, caller, { id, kind: request.kind, hashes });
    await (hashes.length <= VALUES_PER_WRITE ? work() : openReports.inOrder(caller.account.id, id, work));
  }
  const results = await Promise.all(accepted.map(async ({ hash }) => ({
    kind: request.kind,
    abuse_reports: await histories.abuseReports(request.kind, hash, caller.account.id, now),
  })));
  return { reported: accepted.length, results, skipped };
}

interface Report {
  readonly id: string;
  readonly kind: ValueKind;
  readonly hashes: readonly string[];
}

/** Counts what of the report is not counted yet. Its first write bills it. */
async function count(services: Services, caller: Caller, { id, kind, hashes }: Report): Promise<void> {
  const { histories, openReports, writer } = services.store;
  const account = caller.account.id;
  const now = services.now();
  const isOneWrite = hashes.length <= VALUES_PER_WRITE;
  const done = isOneWrite ? 0 : await openReports.done(account, id, now);
  const paid = done > 0 ? null : await charge(services.store, caller, 1, now);
  let billed = 0;
  try {
    for (let from = done; from < hashes.length; from += VALUES_PER_WRITE) {
      const part = hashes.slice(from, from + VALUES_PER_WRITE);
      const to = from + part.length < hashes.length ? from + part.length : null;
      await writer.write({
        add: from === 0 ? paid?.adds(1) ?? [] : [],
        cells: [
          ...(isOneWrite ? [] : [openReports.step(account, id, from, to, now)]),
          ...part.map((hash) => histories.abuse(kind, hash, account, { kind: "report", at: now, by: 1 })),
        ],
        changes: part.map((hash) => histories.changed(kind, hash)),
      });
      billed = 1;
    }
  } catch (error) {
    if (!(error instanceof ReportMoved)) throw error;
    throw new AppError("unavailable", "the same report is being made elsewhere; send it again", {
      retryAfter: 1,
    });
  } finally {
    paid?.settle(billed);
  }
}

function readValues(services: Services, request: { kind: ValueKind; values: readonly string[] }) {
  const accepted = new Map<string, Accepted>();
  const skipped: Skipped[] = [];
  for (const value of request.values) {
    const skip = (reason: string) => skipped.push({ value: excerpt(value), reason });
    try {
      const identity = identityOf(request.kind, value);
      if (identity === null) skip("nothing can be remembered about such a value");
      else {
        const hash = services.hasher.hash(request.kind, identity);
        if (accepted.has(hash)) skip("the same value stands in this report already");
        else accepted.set(hash, { hash });
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skip(error.message);
    }
  }
  return { accepted: [...accepted.values()], skipped };
}

function identityOf(kind: ValueKind, value: string): string | null {
  const refuse = (why: string) => new AppError("invalid_value", `not a valid ${kind}: ${why}`);
  switch (kind) {
    case "ip": {
      const address = readIp(value, refuse);
      const identity = SIGNALS.ip.identity(address);
      if (identity === null) {
        throw new AppError("invalid_value", "a special-purpose address belongs to nobody on the internet");
      }
      return identity;
    }
    case "email": {
      const email = readEmail(value, refuse);
      if (email.mailbox === null) throw refuse(email.reason ?? "its syntax is wrong");
      return SIGNALS.email.identity({ email, waitForMailbox: false });
    }
    case "domain": {
      const name = readDomain(value, refuse);
      if (name.registrable === null) {
        throw new AppError(
          "invalid_value",
          "nobody can register this name: it is a top-level name or a registry's suffix",
        );
      }
      return SIGNALS.domain.identity(name);
    }
    case "phone": {
      const phone = readPhone(value, null, { phone: refuse, country: refuse });
      if (phone.e164 === null) {
        throw refuse(
          phone.parseStatus === "country_required"
            ? "write it with + and country code"
            : "it does not read as a number",
        );
      }
      return SIGNALS.phone.identity(phone);
    }
  }
}
