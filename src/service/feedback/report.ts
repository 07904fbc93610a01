/** `POST /v1/report`: confirmed fraud by value. One lookup for any number of values; counted for all accounts. */
import { hash as digest } from "node:crypto";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { ReportConflict } from "../../store/records/reports.ts";
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

/**
 * A report that was interrupted (the store failed, the process ended) is resumed when it is sent again within a day.
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
  if (accepted.length > 0) await count(services, caller, request.kind, accepted.map(({ hash }) => hash));
  const { histories } = services.store;
  const results = await Promise.all(accepted.map(async ({ hash }) => ({
    kind: request.kind,
    abuse_reports: await histories.abuseReports(request.kind, hash, caller.account.id, now),
  })));
  return { reported: accepted.length, results, skipped };
}

async function count(
  services: Services,
  caller: Caller,
  kind: ValueKind,
  values: readonly string[],
): Promise<void> {
  const { store, now } = services;
  // Sorted, so that a report is recognised when its values are sent in another order.
  const hashes = values.toSorted();
  const id = digest("sha256", `${kind} ${hashes.join(" ")}`, "base64url");
  const report = { account: caller.account.id, id, kind, hashes };
  try {
    await store.reports.count(report, now, () => charge(store, caller, 1, now()));
  } catch (error) {
    if (!(error instanceof ReportConflict)) throw error;
    throw new AppError("unavailable", "another process is counting the same report; send it again", {
      retryAfter: 1,
    });
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
