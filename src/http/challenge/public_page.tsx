/** The page of a challenge, for people of whom nothing is sure: it works without JavaScript, and loads nothing of another host. */
import type { Child } from "hono/jsx";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../model/customer_reason.ts";
import { ICON } from "../site/assets.ts";
import { each } from "../site/each.ts";
import { Field, Submit } from "../site/parts/form.tsx";
import { Card, Notice } from "../site/parts/marks.tsx";
import { WORDS } from "./words.ts";

/** Where the parts of the page are: a proxy serves them below another path. */
export interface ChallengeUrls {
  readonly page: string;
  readonly puzzle: string;
  readonly solve: string;
  readonly script: string;
  readonly style: string;
}

interface FrameProps {
  readonly language: CustomerLanguage;
  readonly title: string;
  readonly urls: Pick<ChallengeUrls, "page" | "style"> & { readonly script?: string };
  readonly children?: Child;
}

function Frame({ language, title, urls, children }: FrameProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={ICON.url} />
        <link rel="stylesheet" href={urls.style} />
        {urls.script === undefined ? null : <script src={urls.script} defer></script>}
      </head>
      <body>
        <main>
          <div class="narrow">
            {children}
            <nav class="inline-form" aria-label={WORDS[language].choice}>
              {each(CUSTOMER_LANGUAGES, (each) => (
                <a
                  class="button quiet small"
                  href={withQuery(urls.page, { lang: each })}
                  lang={each}
                  hreflang={each}
                  aria-current={each === language ? "true" : undefined}
                >
                  {WORDS[each].name}
                </a>
              ))}
            </nav>
          </div>
        </main>
      </body>
    </html>
  );
}

interface ChallengeProps {
  readonly language: CustomerLanguage;
  readonly urls: ChallengeUrls;
  readonly waiting: { readonly start: string; readonly seconds: number };
  /** Whether a code can be sent, and whether one was. */
  readonly code: "none" | "offered" | "sent";
  readonly problem?: string | undefined;
  /** False: after something went wrong, the person chooses, so that no page sends itself for ever. */
  readonly isAutomatic: boolean;
}

export function ChallengePage(
  { language, urls, waiting, code, problem, isAutomatic }: ChallengeProps,
) {
  const words = WORDS[language];
  const { script, ...plain } = urls;
  const solve = withQuery(urls.solve, { lang: language });
  return (
    <Frame language={language} title={words.title} urls={isAutomatic ? urls : plain}>
      <h1>{words.title}</h1>
      {problem === undefined ? null : <Notice kind="bad">{problem}</Notice>}
      <p class="lead">{words.lead}</p>
      {isAutomatic
        ? (
          <form method="post" action={solve} data-puzzle={urls.puzzle} data-script={script}>
            <input type="hidden" name="altcha" value="" />
            <p
              role="status"
              data-status
              data-work={words.work}
              data-done={words.done}
              data-wait={words.cannot}
            />
          </form>
        )
        : null}
      <Card id="wait" title={words.waitTitle}>
        <form method="post" action={solve}>
          <input type="hidden" name="start" value={waiting.start} />
          <p>{words.wait.replace("{seconds}", String(waiting.seconds))}</p>
          <Submit>{words.go}</Submit>
        </form>
      </Card>
      {code === "none" ? null : (
        <Card id="code" title={words.codeTitle}>
          {code === "sent" ? <p role="status">{words.codeSent}</p> : null}
          {code === "sent"
            ? (
              <form method="post" action={solve}>
                <Field name="code" label={words.code} autocomplete="one-time-code" max={12} required />
                <Submit>{words.codeCheck}</Submit>
              </form>
            )
            : (
              <form method="post" action={solve}>
                <input type="hidden" name="send" value="code" />
                <p>{words.codeAsk}</p>
                <Submit class="quiet">{words.codeSend}</Submit>
              </form>
            )}
        </Card>
      )}
    </Frame>
  );
}

/** Of one that was passed, where the person is not sent back by the page itself. */
export function PassedPage(
  { language, urls, token }: { language: CustomerLanguage; urls: ChallengeUrls; token: string },
) {
  const words = WORDS[language];
  return (
    <Frame language={language} title={words.passed} urls={{ page: urls.page, style: urls.style }}>
      <h1>{words.passed}</h1>
      <p class="lead" role="status">{words.passedText}</p>
      <p>{words.token}</p>
      <div class="key-row">
        <code id="token" data-token>{token}</code>
      </div>
    </Frame>
  );
}

/** The same for every address that is none. */
export function NoChallengePage({ language, urls, problem }: {
  language: CustomerLanguage;
  urls: Pick<ChallengeUrls, "page" | "style">;
  problem?: string;
}) {
  const words = WORDS[language];
  return (
    <Frame language={language} title={words.missing} urls={urls}>
      <h1>{problem === undefined ? words.missing : words.title}</h1>
      <p class="lead">{problem ?? words.missingText}</p>
    </Frame>
  );
}

export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const url = new URL(path, "http://here.invalid");
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.pathname + url.search;
}
