/** The text of `winnow help`. */
import { SERVICE } from "../model/service.ts";

const N = SERVICE.name;

export const HELP =
  `${SERVICE.title}: how risky is this IP, e-mail, phone, domain, device or whole signup, and why?

  ${N} [serve]                      start the server
  ${N} score [--ip A] [--email E] [--phone P] [--phone-country CC] [--domain D]
              [--strictness S] [--json]
                                      score once from the shell, no key needed
  ${N} keys create --account NAME [--mode live|test] [--rpm N] [--monthly N] [--json]
  ${N} keys list [--account NAME]   ${N} keys revoke KEY_ID
  ${N} accounts list                ${N} accounts pause|resume NAME
  ${N} feeds status [--json]        ${N} feeds refresh [NAME]
  ${N} verify-agent                 explain a captured request's signature (JSON or raw HTTP on stdin);
                                      with --directory URL, check the key directory of an agent
  ${N} backup FILE [--without-secret]
                                      the whole store as one file, while the server runs, with the secret of the data
                                      folder that stored identifiers are hashed under: guard it. One from
                                      WINNOW_SECRET is in it only with --with-secret
  ${N} restore FILE [--replace]     make the store what FILE holds, on any engine; --replace when it is not empty
  ${N} config                       the settings in force (environment variables WINNOW_*)
  ${N} health                       ask the running server, and check data and store
  ${N} version                      ${N} help
`;
