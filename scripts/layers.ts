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
    files: /^(main\.ts|src\/(app|config|setting|secret|sources)\.ts|src\/cli\/|src\/server\/)/,
    may: ["*"],
    packages: ["*"],
  },
  { name: "model", files: /^src\/model\//, may: [], packages: ["ipaddr.js"], pure: true },
  { name: "scoring", files: /^src\/scoring\//, may: ["model"], packages: [], pure: true },
  {
    name: "evidence",
    files: /^src\/signals\/(signal\.ts|registry\.ts|\w+\/(\w+\/)?(collect|mailbox\w*|directory\w*)\.ts)/,
    may: ["model", "scoring", "signal", "concurrency", "net", "feeds", "store"],
    packages: [],
  },
  {
    name: "signal",
    files: /^src\/signals\/\w+\//,
    may: ["model", "scoring"],
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
  { name: "concurrency", files: /^src\/concurrency\//, may: ["model"], packages: ["lru-cache"] },
  { name: "net", files: /^src\/net\//, may: ["model", "concurrency"], packages: ["ipaddr.js", "dns-packet"] },
  {
    name: "feeds",
    files: /^src\/feeds\//,
    may: ["model", "net", "concurrency"],
    packages: ["ipaddr.js", "mmdb-lib", "tldts", "csv-parse", "lru-cache"],
  },
  {
    name: "store",
    files: /^src\/store\//,
    may: ["model", "concurrency"],
    packages: ["postgres", "lru-cache"],
  },
  {
    name: "compat",
    files: /^src\/compat\//,
    may: ["model", "scoring", "signal"],
    packages: ["zod"],
    pure: true,
  },
  {
    name: "service",
    files: /^src\/service\//,
    may: ["model", "scoring", "signal", "evidence", "store", "concurrency", "feeds", "net"],
    packages: ["csv-parse", "lru-cache", "@noble/hashes"],
  },
  {
    name: "http",
    files: /^src\/http\//,
    may: ["model", "service", "compat", "scoring", "signal", "evidence", "concurrency"],
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
