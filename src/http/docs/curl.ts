/** Command lines that call the API. */

interface CurlOptions {
  readonly method?: string;
  /** The key itself instead of `$API_KEY`. */
  readonly key?: string;
  /** The key goes into the password of Basic authentication. */
  readonly basic?: boolean;
  /** Quoted for the shell. */
  readonly body?: string | undefined;
  readonly type?: string;
}

/** @param url quoted for the shell where it needs to be */
export function curl(url: string, options: CurlOptions = {}): string {
  const { method, key = "$API_KEY", basic = false, body, type = "application/json" } = options;
  // `-d` drops line ends, which a list of lines needs.
  const dataFlag = type === "application/json" ? "-d" : "--data-binary";
  const lines = [
    `curl -s ${method === undefined ? "" : `-X ${method} `}${url}`,
    basic ? `-u "1:${key}"` : `-H "X-Api-Key: ${key}"`,
    ...(body === undefined ? [] : [`-H "Content-Type: ${type}"`, `${dataFlag} ${body}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Scores a sign-up. */
export function curlSignup(origin: string, key?: string): string {
  return curl(`${origin}/v1/score/user`, {
    ...(key === undefined ? {} : { key }),
    body: `'{"ip":"185.220.101.1","email":"someone@mailinator.com","phone":"+442079460123"}'`,
  });
}
