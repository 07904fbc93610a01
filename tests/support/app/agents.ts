/** Settings of an application that fetches the key directories of the test, and asks nobody else. */

/** @param directories base URL by host */
export function agentSettings(directories: Readonly<Record<string, string>>): Record<string, string> {
  return {
    WINNOW_OFFLINE: "false",
    WINNOW_DNS: "127.0.0.1:9",
    WINNOW_RDAP_URL: "http://127.0.0.1:9",
    WINNOW_SMTP_PROBE: "off",
    WINNOW_AGENT_DIRECTORY_OVERRIDES: JSON.stringify(directories),
  };
}
