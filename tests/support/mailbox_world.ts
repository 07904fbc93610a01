/** Mailbox verification on a store in memory and a mail server of the test, at a clock the test moves. */
import { Budget } from "../../src/concurrency/budget.ts";
import { parseAddress, parseCidr } from "../../src/model/address.ts";
import { known, unknown } from "../../src/model/evidence.ts";
import type { MailboxAnswer } from "../../src/model/outside_facts.ts";
import { SmtpProber } from "../../src/net/smtp/smtp_prober.ts";
import { SmtpReach } from "../../src/net/smtp/smtp_reach.ts";
import { IdentifierHasher } from "../../src/service/access/identifier_hasher.ts";
import { Mailboxes, type MailboxOptions } from "../../src/signals/email/mailbox/mailbox.ts";
import { spellingsOf } from "../../src/signals/email/mailbox/mailbox_spelling.ts";
import { parseEmail } from "../../src/signals/email/parse.ts";
import { MailboxQueue } from "../../src/store/records/mailboxes.ts";
import { Seal } from "../../src/store/seal.ts";
import { Store } from "../../src/store/store.ts";
import { type SmtpScript, type SmtpServer, startSmtpServer } from "./smtp_server.ts";

/** What a caller who waits waits for; no test comes near it. */
const WAIT_MS = 30_000;
const SECRET = "a secret of the tests";

export interface MailboxWorld {
  readonly clock: { now: number };
  readonly server: SmtpServer;
  readonly store: Store;
  readonly queue: MailboxQueue;
  open(options?: Partial<MailboxOptions> & { secret?: string }): Mailboxes;
  /** `status exists/catch_all reply` */
  ask(
    mailboxes: Mailboxes,
    address: string,
    options?: { wait?: boolean | number; exchange?: string },
  ): Promise<string>;
}

/** A store in memory, a mail server, and as many Mailboxes on them as the test opens. */
export async function mailboxWorld(
  script: SmtpScript,
  test: (world: MailboxWorld) => Promise<void>,
): Promise<void> {
  await using server = await startSmtpServer(script);
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const store = await Store.open({
    location: ":memory:",
    now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  const opened: Mailboxes[] = [];
  const queue = new MailboxQueue(store.engine, store.writer, now);
  const outside = {
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: (host: string) =>
      Promise.resolve(
        host.endsWith("unknown.test") ? unknown("unavailable") : known([parseAddress("127.0.0.1")!]),
      ),
    port: server.port,
  };
  try {
    await test({
      clock,
      server,
      store,
      queue,
      open(options = {}) {
        const secret = options.secret ?? SECRET;
        const identify = new IdentifierHasher(secret);
        const mailboxes = new Mailboxes({
          mode: "on",
          offline: false,
          queue,
          seal: new Seal(secret, "mailbox"),
          identify: (scope, text) => identify.hash(scope, text),
          prober: new SmtpProber({ ...outside, helo: "probe.test" }),
          reach: new SmtpReach({ ...outside, now, hosts: ["up.test"] }),
          now,
          ...options,
        });
        opened.push(mailboxes);
        return mailboxes;
      },
      async ask(mailboxes, address, options = {}) {
        const domain = address.slice(address.indexOf("@") + 1);
        const mx = [{ preference: 10, exchange: options.exchange ?? `mx.${domain}` }];
        const spellings = spellingsOf(parseEmail(address));
        const cap = options.wait === true ? WAIT_MS : options.wait;
        const wait = cap === undefined || cap === false ? false : new Budget(cap);
        return said(await mailboxes.ask({ spellings, domain, mx, wait }));
      },
    });
  } finally {
    await Promise.all(opened.map((mailboxes) => mailboxes.stop()));
    await store.close();
  }
}

function said(answer: MailboxAnswer): string {
  const exists = answer.exists.known ? String(answer.exists.value) : "null";
  const catchAll = answer.catchAll.known ? String(answer.catchAll.value) : "null";
  return `${answer.status} ${exists}/${catchAll} ${answer.reply}`;
}

export const PENDING = "pending null/null null";
export const VERIFIED = "verified true/false accepted";

/** All that is stored about mailboxes, one entry a line. */
export async function keysOf(store: Store): Promise<string> {
  const rows: string[] = [];
  for (const prefix of ["mailbox_answer", "mailbox_job", "mailbox_due"]) {
    for await (const entry of store.engine.scan([prefix])) rows.push(JSON.stringify(entry));
  }
  return rows.join("\n");
}
