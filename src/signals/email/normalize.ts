/** Folds the ways of writing one mailbox into one address, by the provider's own rules. Unlisted domains: lower case and `+tag` only. */

interface Provider {
  readonly domains: readonly string[];
  /** The domain all of them are folded into; each stays itself when absent. */
  readonly canonical?: string;
  /** A dot in the local part is ignored, means the same as a hyphen, or is significant (default). */
  readonly dots?: "ignored" | "hyphen";
  /** Default: "+" starts a tag. Null: the provider has no tags. */
  readonly tag?: null;
  /** `anything@user.<domain>` reaches `user@<domain>`. */
  readonly subdomains?: true;
  /** Characters that the provider ignores when it compares names; removed for reputation only. */
  readonly loose?: RegExp;
}

/** From the providers' public help pages, as of 2026-11. */
const PROVIDERS: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], canonical: "gmail.com", dots: "ignored" },
  { domains: ["icloud.com", "me.com", "mac.com"], canonical: "icloud.com" },
  { domains: ["proton.me", "protonmail.com", "pm.me"], canonical: "proton.me", loose: /[._-]/g },
  {
    domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "yandex.uz"],
    canonical: "yandex.ru",
    dots: "hyphen",
  },
  {
    domains: (
      "fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.us fastmail.co.uk fastmail.cn " +
      "fastmail.de fastmail.es fastmail.in fastmail.jp fastmail.nl fastmail.se fastmail.to fastmail.tw " +
      "fastmail.im fastmail.mx fastmailbox.net fastemail.us fastest.cc fastimap.com imap.cc imapmail.org " +
      "internet-mail.org mailbolt.com mailcan.com mailforce.net mailite.com mailmight.com mailnew.com " +
      "messagebox.email mailas.com myfastmail.com sent.as sent.at sent.com swift-mail.com warpmail.net " +
      "xsmail.com 150mail.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net " +
      "elitemail.org emailgroups.net emailplus.org eml.cc f-m.fm h-mail.us hailmail.net inoutbox.com " +
      "internetemails.net jetemail.net justemail.net letterboxes.org ml1.net mm.st ownmail.net petml.com " +
      "postinbox.com postpro.net proinbox.com promessage.com realemail.net rushpost.com speedpost.net " +
      "ssl-mail.com the-fastest.net the-quickest.com theinternetemail.com veryspeedy.net yepmail.net " +
      "your-mail.com"
    ).split(" "),
    subdomains: true,
  },
  {
    domains: ["tuta.com", "tuta.io", "tutanota.com", "tutanota.de", "tutamail.com", "keemail.me"],
    tag: null,
  },
  {
    domains: [
      "duck.com",
      "mozmail.com",
      "relay.firefox.com",
      "privaterelay.appleid.com",
      "pobox.com",
      "simplelogin.com",
      "simplelogin.co",
      "simplelogin.fr",
      "aleeas.com",
      "slmail.me",
    ],
    tag: null,
  },
];

const BY_DOMAIN: ReadonlyMap<string, Provider> = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);
const OTHER: Provider = { domains: [] };

interface Normalized {
  /** Lower case, untagged, folded. */
  readonly local: string;
  /** Lower case, without its tag, otherwise as typed. */
  readonly untagged: string;
  readonly domain: string;
  readonly tagged: boolean;
  /** The local part under which reports about this person are counted; folded further than `local`. */
  readonly reputationLocal: string;
}

/**
 * Idempotent.
 * @param local local part without quotes
 * @param quoted true when it needs quotes: then only its case is folded
 * @param domain lower-case A-label host
 */
export function normalizeMailbox(local: string, quoted: boolean, domain: string): Normalized {
  let name = local.normalize("NFC").toLowerCase().normalize("NFC");
  if (quoted) return { local: name, untagged: name, domain, tagged: false, reputationLocal: name };
  const { provider, user } = providerOf(domain);
  const tag = provider.tag === null ? -1 : name.indexOf("+");
  const tagged = tag > 0;
  if (tagged) name = trimDots(name.slice(0, tag));
  if (user !== null) name = user;
  const untagged = name;
  if (provider.dots === "ignored") name = name.replaceAll(".", "");
  if (provider.dots === "hyphen") name = name.replaceAll(".", "-");
  const loose = provider.loose === undefined ? name : name.replace(provider.loose, "");
  return {
    local: name,
    untagged,
    domain: user !== null ? domain.slice(user.length + 1) : provider.canonical ?? domain,
    tagged: tagged || user !== null,
    reputationLocal: loose === "" ? name : loose,
  };
}

/** True where names that differ in `local` share a `reputationLocal`. @param domain lower-case A-label host */
export function foldsMarks(domain: string): boolean {
  return providerOf(domain).provider.loose !== undefined;
}

function providerOf(domain: string): { provider: Provider; user: string | null } {
  const exact = BY_DOMAIN.get(domain);
  if (exact !== undefined) return { provider: exact, user: null };
  const dot = domain.indexOf(".");
  const parent = BY_DOMAIN.get(domain.slice(dot + 1));
  return parent?.subdomains
    ? { provider: parent, user: domain.slice(0, dot) }
    : { provider: OTHER, user: null };
}

/** `a.+tag` leaves `a.`, which is no local part. */
function trimDots(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}
