/** Who may import whom, as data. `check_layers.ts` reads it; `deno task ok` runs that. First matching row names a file's layer. */

export interface Layer {
  readonly name: string;
  /** Matches a path below the project's folder. */
  readonly files: RegExp;
  /** Layers this one may import besides itself. */
  readonly may: readonly string[];
  /** npm packages it may import. "*" = any. */
  readonly packages: readonly string[];
  /** True: no clock, no I/O, no randomness may be named. */
  readonly pure?: true;
  /** True: files of this layer may import one another only inside their own folder. */
  readonly own_folder?: true;
}

export const LAYERS: readonly Layer[] = [
  {
    name: "app",
    files:
      /^(main\.ts|src\/(app|config|setting|secret|feed_log|workers|worker_process|serve|sources)\.ts|src\/cli\/)/,
    may: ["*"],
    packages: ["*"],
  },
  { name: "domain", files: /^src\/domain\//, may: [], packages: ["ipaddr.js"], pure: true },
  { name: "scoring", files: /^src\/scoring\//, may: ["domain"], packages: [], pure: true },
  {
    name: "evidence",
    files: /^src\/signals\/(signal\.ts|registry\.ts|\w+\/(collect|mailbox\w*|directory\w*)\.ts)/,
    may: ["domain", "scoring", "signal", "cache", "net", "feeds", "store"],
    packages: [],
  },
  {
    name: "signal",
    files: /^src\/signals\/\w+\//,
    may: ["domain", "scoring"],
    packages: [
      "zod",
      "ipaddr.js",
      "libphonenumber-js",
      "@noble/ed25519",
      "structured-headers",
      "tldts",
      "role-based-email-addresses",
    ],
    pure: true,
    own_folder: true,
  },
  { name: "cache", files: /^src\/cache\//, may: ["domain"], packages: ["lru-cache"] },
  { name: "net", files: /^src\/net\//, may: ["domain", "cache"], packages: ["ipaddr.js", "dns-packet"] },
  {
    name: "feeds",
    files: /^src\/feeds\//,
    may: ["domain", "net", "cache"],
    packages: ["ipaddr.js", "mmdb-lib", "tldts", "csv-parse", "lru-cache"],
  },
  { name: "store", files: /^src\/store\//, may: ["domain", "cache"], packages: ["postgres", "lru-cache"] },
  {
    name: "compat",
    files: /^src\/compat\//,
    may: ["domain", "scoring", "signal"],
    packages: ["zod"],
    pure: true,
  },
  {
    name: "service",
    files: /^src\/service\//,
    may: ["domain", "scoring", "signal", "evidence", "store", "cache", "feeds", "net"],
    packages: ["csv-parse", "lru-cache", "@noble/hashes"],
  },
  {
    name: "http",
    files: /^src\/http\//,
    may: ["domain", "service", "compat", "scoring", "signal", "evidence", "cache"],
    packages: ["hono", "zod", "@hono/zod-openapi", "prom-client"],
  },
];

/** The one signal that may import another: an e-mail address has a domain. */
export const SIGNAL_EXCEPTIONS: readonly (readonly [from: string, to: string])[] = [["email", "domain"]];

/** Names a pure file may not contain. */
export const IMPURE: readonly RegExp[] = [
  /\bDeno\./,
  /\bfetch\(/,
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\bcrypto\.(randomUUID|getRandomValues)\(/,
  /\b(setTimeout|setInterval)\(/,
  /\bconsole\./,
  /\bperformance\.now\(/,
];

export const MAX_LINES = 250;
