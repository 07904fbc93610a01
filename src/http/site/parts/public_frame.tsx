/** The frame of a page for customers of an account. Nothing of this service's console is on it, and no script. */
import type { Child } from "hono/jsx";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../model/customer_reason.ts";
import { ICON, STYLE } from "../assets.ts";
import { each } from "../each.ts";

/** Of the choice of a language. */
interface LanguageWords {
  /** The language by its own name. */
  readonly name: string;
  readonly choice: string;
}

interface FrameProps {
  readonly language: CustomerLanguage;
  readonly words: Readonly<Record<CustomerLanguage, LanguageWords>>;
  readonly title: string;
  readonly children?: Child;
}

export function PublicFrame({ language, words, title, children }: FrameProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={ICON.url} />
        <link rel="stylesheet" href={STYLE.url} />
      </head>
      <body>
        <main>
          <div class="narrow">
            {children}
            <nav class="inline-form" aria-label={words[language].choice}>
              {each(CUSTOMER_LANGUAGES, (each) => (
                <a
                  class="button quiet small"
                  href={`?lang=${each}`}
                  lang={each}
                  hreflang={each}
                  aria-current={each === language ? "true" : undefined}
                >
                  {words[each].name}
                </a>
              ))}
            </nav>
          </div>
        </main>
      </body>
    </html>
  );
}
