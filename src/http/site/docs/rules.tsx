import { Code } from "../parts/marks.tsx";
import { curl } from "./curl.ts";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

export const rules: Guide = {
  slug: "rules",
  title: "Rules",
  about: "Your own allow and block lists, which override any score.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        A rule sets the result on every endpoint: <code>allow</code> returns score 0, <code>block</code>{" "}
        score 100, and <code>rule_applied</code>{" "}
        names the rule. Block overrides allow. Rules are free, and changes take effect from the next request.
      </p>
      <Heading id="values">What a rule can match</Heading>
      <p>
        An IP address, a range (<code>203.0.113.0/24</code>), an e-mail address, a domain, a phone number with
        +, or a network number (<code>AS64500</code>). The type is detected automatically. A domain rule
        covers its subdomains and the e-mail addresses at all of them. In a sign-up, a rule on any of the
        values decides the total.
      </p>
      <Heading id="try">Preview</Heading>
      <p>
        <code>dry_run=true</code>{" "}
        changes nothing and returns what would happen: what would be added, which of your rules it conflicts
        with, and how many stored scores of the last 30 days would change, including those you have labelled.
      </p>
      <Code id="dry-curl" text={create(view.origin, "?dry_run=true", "")} run="bash" />
      <Heading id="add">Add</Heading>
      <p>A note tells your team why; with an expiry the rule ends automatically.</p>
      <Code
        id="add-curl"
        text={create(view.origin, "", ',"note":"chargebacks in May","expires_at":"2099-01-01T00:00:00Z"')}
        run="bash"
      />
      <p>
        Broad allow rules (a free mail provider, a whole network, a range wider than /16) are accepted with a
        {" "}
        <code>warning</code>.
      </p>
      <Heading id="import">Import a list</Heading>
      <p>
        Text or CSV, one entry per line, at most 10,000. Headers and other columns are ignored, duplicates are
        dropped, and the response accounts for every line.
      </p>
      <Code id="import-curl" text={importFile(view.origin)} run="bash" />
      <Heading id="list">List and delete</Heading>
      <Code
        id="list-curl"
        text={curl(`${view.origin}/v1/rules`)}
        run="bash"
      />
      <p>
        Delete one with <code>DELETE /v1/rules/&lt;id&gt;</code>. Deleting all requires a confirmation:
      </p>
      <Code
        id="delete-curl"
        text={curl(`"${view.origin}/v1/rules?confirm=true"`, { method: "DELETE" })}
        run="bash"
      />
      <p>
        The console does all of this with forms, under{" "}
        <a href="/console/rules">Rules</a>, and exports your rules as CSV.
      </p>
    </div>
  ),
};

function create(origin: string, query: string, more: string): string {
  const body = `'{"action":"block","values":["203.0.113.0/24","fraud.example"]${more}}'`;
  return curl(`"${origin}/v1/rules${query}"`, { body });
}

function importFile(origin: string): string {
  return `printf 'address,seen\\n198.51.100.7,2026-05-01\\nfraud.example,2026-05-02\\n' |
  curl -s "${origin}/v1/rules/import?action=block" \\
    -H "X-Api-Key: $API_KEY" \\
    -H "Content-Type: text/csv" \\
    --data-binary @-`;
}
