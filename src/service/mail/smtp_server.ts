/** The mail server of WINNOW_SMTP_URL. Pure. */

/** How the connection is encrypted: from its start, by STARTTLS or not at all, or not at all. */
type Encryption = "tls" | "starttls" | "none";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: Encryption;
  readonly user: string | null;
  readonly password: string;
}

const PORTS: Readonly<Record<Encryption, number>> = { tls: 465, starttls: 587, none: 25 };
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/;

/**
 * `smtps://` is encrypted from the start, `smtp://` by STARTTLS, without which nothing is sent. On this machine (loopback) it
 * is plain unless `?tls=required`; elsewhere `?tls=off` makes it so, for a relay of one's own that asks for no password.
 * @throws Error with what it takes
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  const host = url?.hostname.toLowerCase() ?? "";
  const isPlainPath = url !== null && (url.pathname === "" || url.pathname === "/") && url.hash === "";
  if (url === null || !/^smtps?:$/.test(url.protocol) || !HOST.test(host) || !isPlainPath) {
    throw new Error("smtp://[user:password@]host[:port] or smtps://…");
  }
  const tls = url.searchParams.get("tls");
  const isKnown = tls === null || ((tls === "off" || tls === "required") && url.protocol === "smtp:");
  if (!isKnown || [...url.searchParams.keys()].some((name) => name !== "tls")) {
    throw new Error("an smtp:// URL whose only parameter is tls=required or tls=off");
  }
  const isPlain = tls === null ? LOOPBACK.test(host) : tls === "off";
  const encryption = url.protocol === "smtps:" ? "tls" : isPlain ? "none" : "starttls";
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (encryption === "none" && user !== "" && !LOOPBACK.test(host)) {
    throw new Error("encrypted where it has a password: without tls=off");
  }
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[encryption] : Number(url.port),
    encryption,
    user: user === "" ? null : user,
    password,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("a URL whose user and password are percent-encoded");
  }
}
