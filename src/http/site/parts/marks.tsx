/** Small pieces of pages: badges, times, notices, cards, code blocks, figures. */
import type { Child } from "hono/jsx";
import { each } from "../each.ts";

/** A word in the colour of its meaning; see `assets/parts.css`. */
export function Badge({ word, text }: { word: string; text?: string }) {
  return <span class={`badge ${word}`}>{text ?? word}</span>;
}

export function Link({ to, text }: { to: string; text: string }) {
  return <a href={to}>{text}</a>;
}

/** The page above, and this one. */
export function Crumb({ to, name, children }: { to: string; name: string; children?: Child }) {
  return (
    <p class="crumb">
      <a href={to}>{name}</a> / {children}
    </p>
  );
}

/** Minutes, UTC. @param at milliseconds since the epoch, or RFC 3339 */
export function Time({ at }: { at: number | string }) {
  const text = new Date(at).toISOString();
  return <time datetime={text}>{`${text.slice(0, 10)} ${text.slice(11, 16)} UTC`}</time>;
}

/** The day, UTC; the time shows on hover. */
export function Day({ at }: { at: number | string }) {
  const text = new Date(at).toISOString();
  return <time datetime={text} title={text}>{text.slice(0, 10)}</time>;
}

export function Notice(props: { kind?: "good" | "warn" | "bad"; children?: Child }) {
  const kind = props.kind ?? "good";
  return <div class={`notice ${kind}`} role={kind === "good" ? "status" : "alert"}>{props.children}</div>;
}

/** What went wrong, above a form. */
export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Notice kind="bad">{text}</Notice>;
}

/** A card with a heading that names it. */
export function Card({ id, title, children }: { id: string; title: Child; children?: Child }) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const CODE_NAMES: Readonly<Record<string, string>> = {
  bash: "Command",
  winnow: "Command",
  json: "Response",
  npm: "Command",
  pip: "Command",
  node: "Command",
  app: "Command",
  event: "Event",
};

/**
 * @param run how the tests check it: `bash` is a command line, `winnow` commands of the program, `json` (part of) the
 * response to the block before, `event` what is sent, `file` a file of the project, `npm` and `pip` commands in an empty
 * folder, `js` and `python` programs there, `node` the start of a saved file, `app` a command to what it started
 */
export function Code(props: { id: string; text: string; run?: string; caption?: string; wrapped?: boolean }) {
  const name = props.caption ?? CODE_NAMES[props.run ?? ""] ?? "Code";
  return (
    <figure class={props.wrapped ? "code wrapped" : "code"}>
      <figcaption>
        {name}
        <button type="button" class="copy" data-copy={props.id} hidden>Copy</button>
      </figcaption>
      <pre
        tabindex={0}
        role="group"
        aria-label={name}
      ><code id={props.id} data-run={props.run}>{props.text}</code></pre>
    </figure>
  );
}

/** A secret with a copy button. */
export function Secret({ id, text }: { id: string; text: string }) {
  return (
    <div class="key-row">
      <code id={id}>{text}</code>
      <button type="button" class="quiet small" data-copy={id} hidden>Copy</button>
    </div>
  );
}

/** A new key or secret. @param id names its text */
export function NewSecret(
  { id, title, text, children }: { id: string; title: Child; text: string; children?: Child },
) {
  return (
    <Card id="made" title={title}>
      <Notice kind="warn">Copy it now. It is shown only once.</Notice>
      <Secret id={id} text={text} />
      {children}
    </Card>
  );
}

/** Name and value in two columns. */
export function Pairs({ pairs }: { pairs: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl class="pairs">
      {each(pairs, ([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

export function Stat(props: { label: string; children?: Child; note?: Child }) {
  return (
    <div class="card">
      <p class="stat-label">{props.label}</p>
      <p class="stat">{props.children}</p>
      {props.note === undefined ? null : <p class="muted small">{props.note}</p>}
    </div>
  );
}

export function thousands(count: number): string {
  return count.toLocaleString("en-US");
}
