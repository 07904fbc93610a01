/**
 * Auth0 Action for the trigger Pre User Registration: scores a sign-up before Auth0 creates the user.
 * Secrets of the Action: API_URL (https://winnow.example.com) and API_KEY (a key with the scope score and no other).
 *
 * Auth0 runs this trigger for database and passwordless connections, not for social ones. For those put the same score()
 * into a Post Login Action, call it when `event.stats.logins_count` is 1, and deny with `api.access.deny(reason)`.
 */
const DEADLINE_MS = 1500; // Auth0 ends the whole flow after 20 seconds.
const VERDICTS = ["allow", "review", "block"];

exports.onExecutePreUserRegistration = async (event, api) => {
  const { verdict, request_id } = await score(event);
  if (verdict === "block") {
    // The first text goes to the tenant's log, the second one to the visitor.
    api.access.deny(`winnow: block ${request_id}`, "We cannot create this account.");
    return;
  }
  // Labels need the request_id later; a Post Login Action can ask more of a user whose verdict is review.
  api.user.setAppMetadata("winnow", { verdict, request_id });
};

/** The verdict; without a score it is review: neither bad input nor a failure of Winnow becomes an allow. */
async function score({ request, user, secrets }) {
  try {
    const response = await fetch(`${secrets.API_URL}/v1/score/user`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": secrets.API_KEY },
      body: JSON.stringify({
        ip: request.ip,
        email: user.email,
        phone: user.phone_number,
        on_invalid: "review", // One field that cannot be read does not hide the others.
      }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const body = await response.json();
    if (response.ok && VERDICTS.includes(body.verdict)) return body;
    console.log(`Winnow: no score (${response.status} ${body.code})`);
  } catch (error) {
    console.log(`Winnow: no score (${error.message})`);
  }
  return { verdict: "review", request_id: null };
}
