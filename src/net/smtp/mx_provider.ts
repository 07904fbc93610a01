/**
 * Who runs a mail exchanger, from its host name, and how such a host behaves when it is asked about a mailbox.
 * Sources: the operators' published MX names, `research/signals.md` 1.4 and 1.10, `research/data.md` 12.
 */

export interface Probing {
  /** False: the answers say nothing, or nobody wants to be asked; the mailbox is `unsupported`. */
  readonly asks: boolean;
  /** True: a random local part is asked after the real one, to find a catch-all. */
  readonly random: boolean;
  /** True: a refusal counts only with an enhanced code 5.1.x; a bare 550 is how such hosts turn strangers away. */
  readonly strict: boolean;
  /** How long one command may take here, when that is longer than elsewhere. */
  readonly commandMs?: number;
}

export interface MxProvider {
  /** The wire's mx_provider. */
  readonly name: string;
  readonly probing: Probing;
}

const ORDINARY: Probing = { asks: true, random: true, strict: false };
/** Honest at RCPT and never a catch-all, so the second question would only cost reputation. */
const ONE_QUESTION: Probing = { asks: true, random: false, strict: false };
const ONE_QUESTION_STRICT: Probing = { asks: true, random: false, strict: true };
const STRICT: Probing = { asks: true, random: true, strict: true };
/** Accepts any address at RCPT and bounces later. */
const SILENT: Probing = { asks: false, random: false, strict: false };
const SLOW: Probing = { asks: true, random: true, strict: false, commandMs: 45_000 };

/** The host itself or any host below it; the longest suffix wins. */
const SUFFIXES: readonly (readonly [suffix: string, name: string, probing?: Probing])[] = [
  ["gmail-smtp-in.l.google.com", "google", ONE_QUESTION],
  ["google.com", "google"],
  ["googlemail.com", "google"],
  ["olc.protection.outlook.com", "outlook", ONE_QUESTION_STRICT],
  ["mail.protection.outlook.com", "microsoft365"],
  ["mx.microsoft", "microsoft365"],
  ["yahoodns.net", "yahoo", SILENT],
  ["mail.icloud.com", "icloud", ONE_QUESTION],
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

/** The operator of a mail exchanger, or null when it is none of the table. */
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

/** How a mail exchanger is to be asked about a mailbox. */
export function probingOf(exchange: string): Probing {
  return mxProvider(exchange)?.probing ?? ORDINARY;
}

/** Who runs a mail exchanger: the provider of the table, else the name its hosts lie below (`mx1.mail.example` → `mail.example`). */
export function mailOperator(exchange: string): string {
  const provider = mxProvider(exchange);
  if (provider !== null) return provider.name;
  const dot = exchange.indexOf(".");
  return exchange.indexOf(".", dot + 1) < 0 ? exchange : exchange.slice(dot + 1);
}
