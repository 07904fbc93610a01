/** The application with network access, answered by servers of the test on loopback. */
import { type AnswerDns, type DnsServer, startDnsServer } from "../servers/dns_server.ts";
import type { TestServer } from "../servers/http_server.ts";
import { type RdapTable, startRdapServer } from "../servers/rdap_server.ts";
import { type SmtpScript, type SmtpServer, startSmtpServer } from "../servers/smtp_server.ts";
import { startApp, type TestApp } from "./app.ts";

type Settings = Readonly<Record<string, string>>;

/** Settings of a service that asks this resolver; its RDAP server refuses connections unless `env` names another. */
export function onlineSettings(dns: DnsServer, env: Settings = {}): Record<string, string> {
  return {
    WINNOW_OFFLINE: "false",
    WINNOW_DNS: dns.setting,
    WINNOW_RDAP_URL: "http://127.0.0.1:9",
    ...env,
  };
}

/** The same with a mail server, which is asked about mailboxes. */
export function mailSettings(dns: DnsServer, smtp: SmtpServer, env: Settings = {}): Record<string, string> {
  return onlineSettings(dns, {
    WINNOW_EGRESS_ALLOW: "127.0.0.1",
    WINNOW_SMTP_PROBE: "on",
    WINNOW_SMTP_PORT: String(smtp.port),
    WINNOW_TIME_BUDGET_MS: "5000",
    ...env,
  });
}

interface OnlineApp {
  readonly app: TestApp;
  readonly dns: DnsServer;
  readonly rdap: TestServer;
}

/** With a resolver and an RDAP server, and without mailbox verification. */
export async function withOnlineApp<T>(
  answer: AnswerDns,
  table: RdapTable,
  test: (online: OnlineApp) => Promise<T>,
  env: Settings = {},
): Promise<T> {
  await using dns = await startDnsServer(answer);
  await using rdap = startRdapServer(table);
  await using app = await startApp({
    env: onlineSettings(dns, {
      WINNOW_RDAP_URL: rdap.url,
      WINNOW_EGRESS_ALLOW: "127.0.0.1",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_TIME_BUDGET_MS: "5000",
      ...env,
    }),
  });
  return await test({ app, dns, rdap });
}

/** With a resolver and a mail server. */
export async function withMailServer(
  answer: AnswerDns,
  script: SmtpScript,
  test: (app: TestApp, server: SmtpServer) => Promise<void>,
  env: Settings = {},
): Promise<void> {
  await using dns = await startDnsServer(answer);
  await using server = await startSmtpServer(script);
  await using app = await startApp({
    env: mailSettings(dns, server, { WINNOW_SMTP_HELO: "probe.test", ...env }),
  });
  await test(app, server);
}
