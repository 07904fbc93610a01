/** The text of `winnow help`. */
import { ALL_SCOPES } from "../model/access/key_scope.ts";
import { SERVICE } from "../model/service.ts";

const N = SERVICE.name;

export const HELP =
  `${SERVICE.title}: how risky is this IP, e-mail, phone, domain, device or whole sign-up, and why?

  ${N} [serve]                      start the server
  ${N} score [--ip A] [--email E] [--phone P] [--phone-country CC] [--domain D]
              [--strictness S] [--json]
                                      score one sign-up from the shell, without a key
  ${N} backtest FILE.csv [--time COLUMN] [--ip COLUMN] [--email COLUMN] [--phone COLUMN]
              [--device COLUMN] [--domain COLUMN] [--label COLUMN] [--score COLUMN]
              [--linkage report|score] [--label-delay 14d] [--strictness S]
              [--rows results.jsonl] [--out report.html] [--json]
                                      what this service would have said of your past sign-ups, without a server;
                                      columns are guessed by their names; --score is another vendor's
  ${N} keys create --account NAME [--mode live|test] [--rpm N] [--monthly N|unlimited] [--scope S[,S]]
              [--expires 30d|2027-01-31] [--json]
                                      a new account has no monthly limit unless --monthly says one;
                                      scopes: ${ALL_SCOPES.join(", ")}; all by default
  ${N} keys rotate KEY_ID [--overlap 24h] [--expires 30d] [--json]
                                      make a key in place of another, which ends after the overlap
  ${N} keys list [--account NAME]   ${N} keys revoke KEY_ID
  ${N} accounts list [--network-of NAME]
                                      all accounts, or those that signed up from the same network
  ${N} accounts pause|resume NAME   ${N} accounts forget NAME --yes
  ${N} accounts admit|dismiss NAME  whether its reports count for other accounts
  ${N} accounts set NAME [--monthly N|unlimited] [--rpm N] [--linkage report|score]
                                      lookups per month; requests per minute of each of its keys, the present
                                      ones and new ones; whether links between sign-ups are part of their scores
  ${N} audit [--account NAME] [--limit N] [--json]
                                      who did what, when, and from which network (180 days)
  ${N} feeds status [--json]        ${N} feeds refresh [NAME]
  ${N} verify-agent [--at TIME] [--scheme http|https] [--json]
                                      explain the signature of a captured request (JSON or raw HTTP on stdin);
                                      --at judges an old capture as of TIME (2026-11-22T10:00:00Z, or seconds)
  ${N} verify-agent --directory URL [--type T] [--json]
                                      check an agent's key directory
  ${N} verify-receipt --jwks FILE|URL [--request FILE] [--json]
                                      check a receipt of a decision about an agent (on stdin) with the keys that the
                                      service publishes, and that it is about the request in FILE
  ${N} secret status [--json]       which secret identifiers are hashed under, and until when earlier ones are read
  ${N} secret rotate                make a new one; what is hashed under the earlier one is still found
  ${N} secret drop [--force]        give up the earlier ones, once what was hashed under them has expired
  ${N} backup FILE|- [--without-secret]
                                      write the whole store to one file, or to standard output, while the server
                                      runs; encrypted where WINNOW_BACKUP_KEY is set. The file holds the
                                      secret from the data folder, so protect it; a secret from WINNOW_SECRET is
                                      included only with --with-secret
  ${N} restore FILE [--replace] [--unauthenticated]
                                      load FILE into the store, on any engine; --replace when it is not empty,
                                      --unauthenticated for a file of a version before authentication
  ${N} compact                      give the room that expired data left in the file of the embedded store back to
                                      the disk; the server is stopped meanwhile
  ${N} repair                       go on with the embedded store after its journal was damaged, without what cannot
                                      be read; the damaged files are kept
  ${N} config                       show the current settings (environment variables WINNOW_*)
  ${N} health                       ask the running server whether it is ready
  ${N} version [--json]             of the program, its commit and its data
  ${N} help
`;
