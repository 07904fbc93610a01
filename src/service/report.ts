/** `POST /v1/report`: confirmed fraud by value. One lookup however many values; counted at once for everybody. */
import { AppError } from "../domain/error.ts";
import { SIGNALS, type ValueKind } from "../signals/registry.ts";
import { MAX_CHECKS } from "../store/engine.ts";
import type { Asked, Services } from "./context.ts";
import { echo } from "./echo.ts";
import { charge, requireActive } from "./meter.ts";
import { readDomain, readEmail, readIp, readPhone } from "./read_input.ts";

export const MAX_REPORT_VALUES = 500;

interface Accepted {
  readonly hash: string;
}

interface Skipped {
  readonly value: string;
  readonly reason: string;
}

/** Values of one write: each is one checked cell, and the change log takes one. */
const VALUES_PER_WRITE = MAX_CHECKS - 5;

/** @throws AppError test_key_refused, account_paused, quota_exceeded; then nothing is counted */
export async function report(
  services: Services,
  asked: Asked,
  request: { kind: ValueKind; values: readonly string[] },
) {
  const { caller } = asked;
  if (caller.key.mode === "test") {
    throw new AppError("test_key_refused", "a test key cannot report fraud; use a live key");
  }
  requireActive(caller);
  const { accepted, skipped } = readValues(services, request);
  const now = services.now();
  const { histories, writer } = services.store;
  if (accepted.length > 0) {
    const paid = await charge(services.store, caller, 1, now);
    let billed = 0;
    try {
      for (let from = 0; from < accepted.length; from += VALUES_PER_WRITE) {
        const part = accepted.slice(from, from + VALUES_PER_WRITE);
        await writer.write({
          add: from === 0 ? paid.adds(1) : [],
          cells: part.map(({ hash }) =>
            histories.abuse(request.kind, hash, caller.account.id, { kind: "report", at: now, by: 1 })
          ),
          changes: part.map(({ hash }) => histories.changed(request.kind, hash)),
        });
        billed = 1;
      }
    } finally {
      paid.settle(billed);
    }
  }
  const results = await Promise.all(accepted.map(async ({ hash }) => ({
    kind: request.kind,
    abuse_reports: await histories.abuseReports(request.kind, hash, caller.account.id, now),
  })));
  return { reported: accepted.length, results, skipped };
}

function readValues(services: Services, request: { kind: ValueKind; values: readonly string[] }) {
  const accepted = new Map<string, Accepted>();
  const skipped: Skipped[] = [];
  for (const value of request.values) {
    const skip = (reason: string) => skipped.push({ value: echo(value), reason });
    try {
      const identity = identityOf(request.kind, value);
      if (identity === null) skip("nothing can be remembered about such a value");
      else {
        const hash = services.identify.of(request.kind, identity);
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
    case "domain":
      return SIGNALS.domain.identity(readDomain(value, refuse));
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
