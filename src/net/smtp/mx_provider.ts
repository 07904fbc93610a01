/**
 * The operator of a mail exchanger, from its host name, and how its servers respond to RCPT. Sources: the MX names that the
 * operators publish in their setup guides, and their servers' replies.
 */

export interface ProbingRules {
  /** False: replies are no evidence, or the operator does not want to be probed; the mailbox is `unsupported`. */
  readonly supported: boolean;
  /** True: a random local part is probed after the real one, to detect a catch-all. */
  readonly testsCatchAll: boolean;
  /** True: a refusal counts only with an enhanced code 5.1.x; these hosts answer unknown clients with a bare 550. */
  readonly strict: boolean;
  /** Time limit of one command, when it is longer than the general one. */
  readonly commandMs?: number;
}

export interface MxProvider {
  /** As in the field `mx_provider`. */
  readonly name: string;
  readonly probing: ProbingRules;
}

const ORDINARY: ProbingRules = { supported: true, testsCatchAll: true, strict: false };
/** Truthful at RCPT and never a catch-all, so a second probe would only cost reputation. */
const ONE_PROBE: ProbingRules = { supported: true, testsCatchAll: false, strict: false };
const ONE_PROBE_STRICT: ProbingRules = { supported: true, testsCatchAll: false, strict: true };
const STRICT: ProbingRules = { supported: true, testsCatchAll: true, strict: true };
/** Accepts any address at RCPT and bounces later. */
const SILENT: ProbingRules = { supported: false, testsCatchAll: false, strict: false };
const SLOW: ProbingRules = { supported: true, testsCatchAll: true, strict: false, commandMs: 45_000 };

/** The host itself or any host below it; the longest suffix wins. */
const SUFFIXES: readonly (readonly [suffix: string, name: string, probing?: ProbingRules])[] = [
  ["gmail-smtp-in.l.google.com", "google", ONE_PROBE],
  ["google.com", "google"],
  ["googlemail.com", "google"],
  ["olc.protection.outlook.com", "outlook", ONE_PROBE_STRICT],
  ["mail.protection.outlook.com", "microsoft365"],
  ["mx.microsoft", "microsoft365"],
  ["yahoodns.net", "yahoo", SILENT],
  ["mail.icloud.com", "icloud", ONE_PROBE],
  ["protonmail.ch", "proton"],
  ["messagingengine.com", "fastmail"],
  ["zoho.com", "zoho"],
  ["zoho.eu", "zoho"],
  ["zoho.in", "zoho"],
  ["zoho.com.au", "zoho"],
  ["zoho.jp", "zoho"],
  ["zohomail.com", "zoho"],
  ["zohomail.eu", "zoho"],
  ["yandex.net", "yandex", STRICT],
  ["yandex.ru", "yandex", STRICT],
  ["mail.ru", "mailru", STRICT],
  ["qq.com", "qq", STRICT],
  ["netease.com", "netease", STRICT],
  ["163.com", "netease", STRICT],
  ["mxhichina.com", "alibaba", STRICT],
  ["aliyun.com", "alibaba", STRICT],
  ["gmx.net", "gmx"],
  ["web.de", "gmx"],
  ["kundenserver.de", "ionos"],
  ["ionos.com", "ionos"],
  ["ionos.de", "ionos"],
  ["ionos.co.uk", "ionos"],
  ["ionos.fr", "ionos"],
  ["ionos.es", "ionos"],
  ["1and1.com", "ionos"],
  ["1and1.co.uk", "ionos"],
  ["mailbox.org", "mailbox_org"],
  ["tutanota.de", "tuta"],
  ["mailfence.com", "mailfence"],
  ["migadu.com", "migadu"],
  ["titan.email", "titan"],
  ["hostinger.com", "hostinger"],
  ["privateemail.com", "namecheap"],
  ["registrar-servers.com", "namecheap"],
  ["secureserver.net", "godaddy"],
  ["emailsrvr.com", "rackspace"],
  ["ovh.net", "ovh"],
  ["ovh.ca", "ovh"],
  ["gandi.net", "gandi"],
  ["mail.amazonaws.com", "amazon_workmail"],
  ["awsapps.com", "amazon_workmail"],
  ["mx.cloudflare.net", "cloudflare"],
  ["improvmx.com", "improvmx"],
  ["forwardemail.net", "forwardemail"],
  ["simplelogin.co", "simplelogin"],
  ["mailgun.org", "mailgun"],
  ["mx.sendgrid.net", "sendgrid"],
  ["pphosted.com", "proofpoint"],
  ["ppe-hosted.com", "proofpoint"],
  ["mimecast.com", "mimecast"],
  ["mimecast.co.za", "mimecast"],
  ["barracudanetworks.com", "barracuda"],
  ["iphmx.com", "cisco"],
  ["messagelabs.com", "messagelabs"],
  ["hydra.sophos.com", "sophos"],
  ["trendmicro.com", "trendmicro"],
  ["trendmicro.eu", "trendmicro"],
  ["antispamcloud.com", "spamexperts", SLOW],
  ["mailinator.com", "mailinator"],
  ["yopmail.com", "yopmail"],
];

const BY_SUFFIX: ReadonlyMap<string, MxProvider> = new Map(
  SUFFIXES.map((
    [suffix, name, probing],
  ) => [suffix, { name, probing: probing ?? ORDINARY }]),
);
/** `inbound-smtp.<region>.amazonaws.com` */
const SES = /^inbound-smtp\.[a-z0-9-]+\.amazonaws\.com$/;

/** The operator of a mail exchanger, or null when it is not in the table. */
export function mxProvider(exchange: string): MxProvider | null {
  const host = exchange.toLowerCase().replace(/\.$/, "");
  if (SES.test(host)) return { name: "amazon_ses", probing: ORDINARY };
  for (let at = 0; at >= 0;) {
    const found = BY_SUFFIX.get(host.slice(at));
    if (found !== undefined) return found;
    const dot = host.indexOf(".", at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return null;
}

/** How a mail exchanger is probed. */
export function probingOf(exchange: string): ProbingRules {
  return mxProvider(exchange)?.probing ?? ORDINARY;
}

/** A name for the operator of a mail exchanger: from the table, otherwise the parent domain (`mx1.mail.example` → `mail.example`). */
export function mailOperator(exchange: string): string {
  const provider = mxProvider(exchange);
  if (provider !== null) return provider.name;
  const dot = exchange.indexOf(".");
  return exchange.indexOf(".", dot + 1) < 0 ? exchange : exchange.slice(dot + 1);
}
