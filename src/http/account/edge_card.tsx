/** The card of `/console/settings` for proxies in front of the account's sites. */
import {
  APPSEC_REVIEWS,
  type EdgeSettingsChange,
  MAPPED_FIELDS,
  type MappedField,
  MAX_EDGE_HOSTS,
  MAX_EDGE_PATHS,
} from "../../model/access/edge_settings.ts";
import { invalidParameter } from "../../model/error.ts";
import type { Settings } from "../../service/access/settings.ts";
import { each } from "../site/each.ts";
import type { Form } from "../site/form.ts";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

const REVIEW_WORDS: Readonly<Record<typeof APPSEC_REVIEWS[number], string>> = {
  captcha: "The bouncer’s own captcha",
  challenge: "A page of this service (CrowdSec 1.8 and later)",
};

export function EdgeCard(
  { view, settings: { edge_hosts: hosts, edge_paths: paths, appsec_review: review } }: {
    view: View;
    settings: Settings;
  },
) {
  return (
    <Card id="edge" title="Proxies and bouncers in front of your site">
      <p>
        nginx, Caddy, HAProxy and CrowdSec’s bouncers ask about each visitor:{" "}
        <a href="/docs/edge">the guide</a> has files for them.
      </p>
      {view.may("settings.write") ? null : (
        <p>
          Now: {hosts.length === 0 ? "no hosts" : hosts.join(", ")};{" "}
          {paths.length === 0 ? "no paths" : paths.map(({ path }) => path).join(", ")};{" "}
          {REVIEW_WORDS[review]}.
        </p>
      )}
      <PostForm view={view} action="/console/settings" fields={{ edge: "1" }}>
        <Field
          name="edge_hosts"
          label="Hosts of your site"
          rows={3}
          value={hosts.join("\n")}
          hint={`One a line, at most ${MAX_EDGE_HOSTS}. After a challenge a visitor is sent back to a path of the site they came from, or to a full address on one of these hosts.`}
        />
        <Field
          name="edge_paths"
          label="Paths where people sign up"
          rows={4}
          value={linesOf(paths)}
          hint={
            <>
              One a line, at most {MAX_EDGE_PATHS}: the path, then which field of yours is what, as{" "}
              <code>/sign-up email=user[email] phone=user[phone]</code>; in JSON with dots. For AppSec, which
              then scores the whole sign-up.
            </>
          }
        />
        <fieldset>
          <legend>AppSec, when a visitor is to be reviewed</legend>
          {each(APPSEC_REVIEWS, (one) => (
            <label class="check">
              <input type="radio" name="appsec_review" value={one} checked={one === review} />
              <span>{REVIEW_WORDS[one]}</span>
            </label>
          ))}
        </fieldset>
        <Submit>Save</Submit>
      </PostForm>
    </Card>
  );
}

function linesOf(paths: Settings["edge_paths"]): string {
  return paths.map(({ path, fields }) =>
    [path, ...Object.entries(fields).map(([field, name]) => `${field}=${name}`)].join(" ")
  ).join("\n");
}

/** What the card's form asks for; null: it is another card's. @throws AppError invalid_value */
export function edgeChangeIn(form: Form): EdgeSettingsChange | null {
  if (form.text("edge") === "") return null;
  const lines = (name: string) =>
    form.text(name).split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const review = APPSEC_REVIEWS.find((one) => one === form.text("appsec_review"));
  return {
    edge_hosts: lines("edge_hosts").map((host) => host.toLowerCase()),
    edge_paths: lines("edge_paths").map(readPath),
    ...(review === undefined ? {} : { appsec_review: review }),
  };
}

function readPath(line: string): Settings["edge_paths"][number] {
  const [path = "", ...pairs] = line.split(/\s+/);
  const fields: Partial<Record<MappedField, string>> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const field = MAPPED_FIELDS.find((name) => name === pair.slice(0, Math.max(0, at)));
    const name = pair.slice(at + 1);
    if (field === undefined || name === "" || fields[field] !== undefined || name.length > 200) {
      throw invalidParameter(
        "edge_paths",
        `of ${path.slice(0, 80)}: write field=name, each of ${MAPPED_FIELDS.join(", ")} once at most`,
      );
    }
    fields[field] = name;
  }
  return { path, fields };
}
