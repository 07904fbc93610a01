/** Joins what mailbox verification is made of. Nothing is asked before `ask` or `start` is called. */
import type { Address, Cidr } from "../../domain/address.ts";
import type { Known } from "../../domain/evidence.ts";
import { SmtpProber } from "../../net/smtp.ts";
import { SmtpReach } from "../../net/smtp_reach.ts";
import type { Engine } from "../../store/engine.ts";
import { MailboxQueue } from "../../store/mailboxes.ts";
import { Seal } from "../../store/seal.ts";
import type { Writer } from "../../store/writer.ts";
import { Mailboxes, type MailboxOptions } from "./mailbox.ts";

export interface OpenMailboxes extends Pick<MailboxOptions, "mode" | "offline" | "identify" | "now"> {
  readonly egressAllow: readonly Cidr[];
  readonly resolve: (host: string) => Promise<Known<readonly Address[]>>;
  /** Port of the mail servers. */
  readonly port: number;
  /** Our name in EHLO; null: the machine's. */
  readonly helo: string | null;
  readonly secret: string;
  readonly store: { readonly engine: Engine; readonly writer: Writer };
}

export function openMailboxes(given: OpenMailboxes): Mailboxes {
  const { mode, offline, identify, now, egressAllow, resolve, port, secret, store } = given;
  const outside = { egressAllow, resolve, port };
  return new Mailboxes({
    mode,
    offline,
    identify,
    now,
    queue: new MailboxQueue(store.engine, store.writer, now),
    seal: new Seal(secret, "mailbox"),
    prober: new SmtpProber({ ...outside, helo: given.helo ?? machineName() }),
    reach: new SmtpReach({ ...outside, now }),
  });
}

function machineName(): string {
  try {
    return Deno.hostname().replace(/[^A-Za-z0-9.-]/g, "") || "localhost";
  } catch {
    return "localhost";
  }
}
