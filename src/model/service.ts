/** The name of the service; nothing else in the code spells it out. */
export const SERVICE = {
  name: "winnow",
  title: "Winnow",
  /** Code of the compatibility warning for an unused block of input. */
  inputIgnored: "WINNOW_INPUT_IGNORED",
} as const;

/** Version of the program, as in deno.json; shown by `winnow version` and sent in the User-Agent of outgoing calls. */
export const VERSION = "0.2.0";

/** Version of the API the OpenAPI document describes. */
export const API_VERSION = "1.0.0";
