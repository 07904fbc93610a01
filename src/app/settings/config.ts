/** The settings as one table: name, default, description and parser. `docs/settings.md` is generated from it. */
import { AGENT_SETTINGS } from "./agent.ts";
import { OIDC_SETTINGS } from "./oidc.ts";
import { PROCESS_SETTINGS } from "./process.ts";
import {
  anyText,
  boolean,
  cidrs,
  contactUri,
  type Environment,
  integer,
  oneOf,
  optional,
  optionalUrl,
  proxies,
  readTable,
  resolvers,
  secretFilesOf,
  secrets,
  type Setting,
  setting,
  type SettingRow,
  tableRows,
} from "./setting.ts";
import { MAIL_SETTINGS } from "./mail.ts";
import { OPERATIONS_SETTINGS } from "./operations.ts";
import { STORE_SETTINGS } from "./store.ts";

const SETTINGS = {
  host: setting({
    name: "WINNOW_HOST",
    default: "127.0.0.1",
    about: "Address to listen on (the container image sets `0.0.0.0`)",
    parse: anyText,
  }),
  port: setting({
    name: "WINNOW_PORT",
    default: "8080",
    about: "Port to listen on; 0 picks a free one",
    parse: integer(0, 65535),
  }),
  dataDir: setting({
    name: "WINNOW_DATA_DIR",
    default: "./winnow-data",
    about: "Folder of the store, the feeds and the secret",
    parse: anyText,
  }),
  ...STORE_SETTINGS,
  secret: setting({
    name: "WINNOW_SECRET",
    shown: "generated on first start, kept in the data folder",
    secret: true,
    about: "Secret key for hashing identifiers, at least 16 characters; the same on all nodes",
    parse: (text) => {
      if (text !== "" && text.length < 16) throw new Error("at least 16 characters long");
      return optional(text);
    },
  }),
  secretPrevious: setting({
    name: "WINNOW_SECRET_PREVIOUS",
    shown: "none, or kept in the data folder",
    secret: true,
    about:
      "Earlier secrets, comma-separated, newest first: what is hashed under them is still read, see `docs/operations.md`",
    parse: secrets,
  }),
  offline: setting({
    name: "WINNOW_OFFLINE",
    default: "false",
    about: "`true`: no outgoing traffic of any kind",
    parse: boolean,
  }),
  dns: setting({
    name: "WINNOW_DNS",
    shown: "the system's resolvers",
    about: "DNS resolvers to use, `ip:port[,ip:port]`",
    parse: resolvers,
  }),
  rdapUrl: setting({
    name: "WINNOW_RDAP_URL",
    shown: "IANA bootstrap",
    about: "Base URL of one RDAP server used for every domain",
    parse: optionalUrl,
  }),
  smtpProbe: setting({
    name: "WINNOW_SMTP_PROBE",
    default: "auto",
    about:
      "Mailbox verification: `auto` first tests whether outgoing port 25 is open, `on` probes without a test, `off` reports `unsupported`",
    parse: oneOf("auto", "on", "off"),
  }),
  smtpPort: setting({
    name: "WINNOW_SMTP_PORT",
    default: "25",
    about: "Port of the mail servers that are probed",
    parse: integer(1, 65535),
  }),
  smtpHelo: setting({
    name: "WINNOW_SMTP_HELO",
    shown: "host name",
    about:
      "Host name sent in EHLO; its address record and the PTR record of this machine's address should match",
    parse: (text) => {
      if (/[^\x21-\x7e]/.test(text) || text.length > 253) throw new Error("a host name");
      return optional(text);
    },
  }),
  feedMirror: setting({
    name: "WINNOW_FEED_MIRROR",
    shown: "none",
    about: "Base URL to fetch feeds from instead of their upstreams (`<mirror>/<file>`)",
    parse: optionalUrl,
  }),
  cityMmdb: setting({
    name: "WINNOW_CITY_MMDB",
    shown: "none",
    about: "Your own city MMDB file (GeoIP2, GeoLite2 or DB-IP schema), used instead of the bundled table",
    parse: optional,
  }),
  asnMmdb: setting({
    name: "WINNOW_ASN_MMDB",
    shown: "none",
    about: "Your own ASN MMDB file, used instead of the bundled table",
    parse: optional,
  }),
  feedRefresh: setting({
    name: "WINNOW_FEED_REFRESH",
    default: "true",
    about: "Background refresh of feeds",
    parse: boolean,
  }),
  ...AGENT_SETTINGS,
  egressAllow: setting({
    name: "WINNOW_EGRESS_ALLOW",
    shown: "none",
    about:
      "Comma-separated addresses or CIDRs, normally private, that outgoing calls may reach (a mirror on the LAN); names in submitted data may resolve to them too, see `docs/operations.md`",
    parse: cidrs,
  }),
  timeBudgetMs: setting({
    name: "WINNOW_TIME_BUDGET_MS",
    default: "300",
    about: "Milliseconds a scoring request may spend on outside evidence",
    parse: integer(0, 30_000),
  }),
  signup: setting({
    name: "WINNOW_SIGNUP",
    default: "open",
    about: "The self-service key page: `open` or `closed`",
    parse: oneOf("open", "closed"),
  }),
  rateLimit: setting({
    name: "WINNOW_RATE_LIMIT",
    default: "600",
    about: "Requests per minute for a new key",
    parse: integer(1, 1_000_000),
  }),
  monthlyLookups: setting({
    name: "WINNOW_MONTHLY_LOOKUPS",
    default: "1000",
    about:
      "Lookups per month for an account that signs up by itself; those that the operator makes have no limit unless `--monthly` says one",
    parse: integer(0, 1_000_000_000),
  }),
  compatHourly: setting({
    name: "WINNOW_COMPAT_HOURLY",
    default: "10000",
    about: "Requests per hour and key on the compatibility layer",
    parse: integer(1, 1_000_000_000),
  }),
  baseUrl: setting({
    name: "WINNOW_BASE_URL",
    shown: "from the request",
    about: "Public URL of the service: used in links, for cookies and form checks",
    parse: optionalUrl,
  }),
  securityContact: setting({
    name: "WINNOW_SECURITY_CONTACT",
    shown: "none",
    about:
      "Where to report weaknesses, for `/.well-known/security.txt`: an e-mail address, or a `mailto:`, `https:` or `tel:` URI",
    parse: contactUri,
  }),
  trustProxy: setting({
    name: "WINNOW_TRUST_PROXY",
    default: "false",
    about:
      "Whose `X-Forwarded-For` and `X-Forwarded-Proto` count: `false` nobody's, `true` every peer's, or comma-separated addresses or CIDRs of your proxies",
    parse: proxies,
  }),
  ...OIDC_SETTINGS,
  ...OPERATIONS_SETTINGS,
  ...MAIL_SETTINGS,
  ...PROCESS_SETTINGS,
  gravatar: setting({
    name: "WINNOW_GRAVATAR",
    default: "false",
    about: "Asks Gravatar whether an address has an avatar; sends it a hash of the address",
    parse: boolean,
  }),
  hibpKey: setting({
    name: "WINNOW_HIBP_KEY",
    shown: "none",
    secret: true,
    about: "Have I Been Pwned API key for breach counts; sends it part of a hash of the address",
    parse: optional,
  }),
  compatBalance: setting({
    name: "WINNOW_COMPAT_BALANCE",
    default: "null",
    about:
      "`null`, or `zero` for clients that cannot read `null` in `funds_remaining` and `queries_remaining`",
    parse: oneOf("null", "zero"),
  }),
};

type Table = typeof SETTINGS;
type Values = { readonly [name in keyof Table]: Table[name] extends Setting<infer T> ? T : never };
export type Config = Values & {
  /** The files that hold secrets: read once, when the settings are. */
  readonly secretFiles: readonly string[];
};

/** @throws SettingError for an unknown `WINNOW_*` variable or an invalid value */
export function readConfig(env: Environment): Config {
  return { ...readTable(SETTINGS, env) as Values, secretFiles: secretFilesOf(SETTINGS, env) };
}

/** The rows that `winnow config` and `docs/settings.md` show. */
export function settingRows(env: Environment): SettingRow[] {
  return tableRows(SETTINGS, env);
}
