/** How tests run npm: quietly, and with one cache for all installations of a run. */

/** The variable that names a folder for what the processes of a run may share. */
export const RUN_FOLDER_VARIABLE = "TEST_RUN_FOLDER";

/** @param folder of the test, which has the cache when the test runs by itself */
export function npmEnvironment(folder: string): Record<string, string> {
  return {
    npm_config_cache: `${Deno.env.get(RUN_FOLDER_VARIABLE) ?? folder}/.npm`,
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}
