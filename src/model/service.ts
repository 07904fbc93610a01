/** The one place that names the service: the specification's neutral word `<service>` is this. */
export const SERVICE = {
  name: "winnow",
  title: "Winnow",
  /** Code of the compatibility warning for a block of input that was not used. */
  inputIgnored: "WINNOW_INPUT_IGNORED",
} as const;

/** Version of the program, shown by `winnow version` and sent in the User-Agent of outgoing calls. */
export const VERSION = "0.1.0";

/** Version of the API the OpenAPI document describes. */
export const API_VERSION = "1.0.0";
