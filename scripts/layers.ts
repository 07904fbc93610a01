/** Who may import whom, as data for `check_layers.ts`. The first row whose pattern matches a path is its layer. */

export interface Layer {
  readonly name: string;
  /** Matches a path below the project's folder. */
  readonly files: RegExp;
  /** Layers this one may import besides itself. */
  readonly may: readonly string[];
  /** npm packages it may import. */
  readonly packages: readonly string[];
  /** True: no clock, no I/O, no randomness may be named. */
  readonly pure?: true;
  /** True: files of this layer may import one another only inside their own folder. */
  readonly own_folder?: true;
}

export const LAYERS: readonly Layer[] = [
  {
    name: "backup",
    files: /^src\/cli\/(backup|restore)\.ts$/,
    may: ["cli", "app", "records", "db", "model"],
    packages: [],
  },
  {
    name: "cli",
    files: /^(main\.ts$|src\/cli\/)/,
    may: [
      "backup",
      "app",
      "backtest",
      "server",
      "service",
      "registry",
      "collectors",
      "signal",
      "records",
      "feeds",
      "net",
      "model",
    ],
    packages: [],
  },
  { name: "server", files: /^src\/server\//, may: ["app", "http", "service", "model"], packages: [] },
  {
    name: "app",
    files: /^src\/app\//,
    may: [
      "backtest",
      "http",
      "service",
      "registry",
      "collectors",
      "signal",
      "records",
      "db",
      "feeds",
      "net",
      "concurrency",
      "model",
    ],
    packages: [],
  },
  {
    name: "backtest",
    files: /^src\/backtest\//,
    may: ["service", "model"],
    packages: ["hono"],
  },
  { name: "model", files: /^src\/model\//, may: [], packages: [], pure: true },
  { name: "scoring", files: /^src\/scoring\//, may: ["model"], packages: [], pure: true },
  {
    name: "registry",
    files: /^src\/signals\/(registry|\w+\/row)\.ts$/,
    may: ["model", "signal", "collectors", "concurrency"],
    packages: [],
  },
  {
    name: "collectors",
    files: /^src\/signals\/(signal\.ts|\w+\/(\w+\/)?(collect|mailbox\w*|directory\w*)\.ts)/,
    may: ["model", "signal", "concurrency", "net", "feeds", "records"],
    packages: [],
  },
  {
    name: "signal",
    files: /^src\/signals\/\w+\//,
    may: ["model", "scoring", "lazy"],
    packages: [
      "zod",
      "libphonenumber-js",
      "@noble/ed25519",
      "tldts",
    ],
    pure: true,
    own_folder: true,
  },
  { name: "lazy", files: /^src\/concurrency\/lazy\.ts$/, may: [], packages: [], pure: true },
  { name: "concurrency", files: /^src\/concurrency\//, may: ["model"], packages: ["lru-cache"] },
  { name: "net", files: /^src\/net\//, may: ["model", "concurrency", "lazy"], packages: ["dns-packet"] },
  {
    name: "feeds",
    files: /^src\/feeds\//,
    may: ["model", "concurrency", "lazy"],
    packages: ["mmdb-lib", "tldts"],
  },
  {
    name: "db",
    files: /^src\/db\//,
    may: ["concurrency"],
    packages: ["postgres", "lru-cache", "fflate"],
  },
  {
    name: "records",
    files: /^src\/records\//,
    may: ["db", "model", "concurrency"],
    packages: ["lru-cache"],
  },
  {
    name: "compat",
    files: /^src\/compat\//,
    may: ["model", "signal", "registry"],
    packages: [],
    pure: true,
  },
  {
    name: "service",
    files: /^src\/service\//,
    may: [
      "model",
      "scoring",
      "signal",
      "registry",
      "collectors",
      "records",
      "concurrency",
      "feeds",
      "lazy",
    ],
    packages: [
      "csv-parse",
      "lru-cache",
      "@noble/hashes",
      "fflate",
      "@marcbachmann/cel-js",
      "nodemailer",
      "altcha-lib",
      "oauth4webapi",
      "hash-wasm",
    ],
  },
  {
    name: "http",
    files: /^src\/http\//,
    may: ["model", "service", "compat", "signal", "concurrency", "lazy"],
    packages: ["hono", "@hono/zod-openapi", "marked", "prom-client"],
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

export const MAX_LINES = 400;
/** Files in one folder below src/ or tests/. */
export const MAX_FILES = 30;
/** Files and folders in one folder below src/: fewer belong into the folder above. */
export const MIN_ENTRIES = 3;

/** Module-level state that is allowed, as `path name`, with its reason. */
export const MODULE_STATE: readonly string[] = [];
