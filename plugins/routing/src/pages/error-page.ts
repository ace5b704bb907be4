import type { LocalText } from '@taproot/core/plugin';
import { colors } from './debug-style.ts';
import { escapeHtml, htmlPage, pagePolicy } from './html.ts';

/** The content of an error page for visitors. */
export interface ErrorPage {
  readonly status: number;
  /** The phrase of the status: `Not Found`. */
  readonly phrase: LocalText;
  /** The description of the error; null when the phrase says everything. */
  readonly message: LocalText | null;
  /** Messages by field, after a failed validation. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Language of the messages in `fields`. */
  readonly fieldsLocale: string;
  /** The word before the id. */
  readonly label: LocalText;
  readonly requestId: string;
  /** HTML for developers at the end of the page; empty for visitors. */
  readonly hint: string;
}

const style = `${colors}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:center;background:var(--page);color:var(--text);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main,footer{width:100%;max-width:42rem;margin:0 auto;padding:0 1.5rem;overflow-wrap:anywhere}
main{padding-top:2rem}
h1{margin:0;font-size:clamp(1.5rem,5vw,2.125rem);line-height:1.2;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h1 span{display:block;margin-bottom:.6rem;color:var(--accent);font-size:1rem;font-weight:600;letter-spacing:.06em}
p{margin:.9rem 0 0}
dl{margin:1.75rem 0 0;padding:.35rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--panel)}
dl div{padding:.8rem 0}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--quiet);font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace}
dd{margin:.1rem 0 0}
footer{margin-top:2.25rem;padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
code{font-family:ui-monospace,Menlo,Consolas,monospace;user-select:all}
a{color:var(--accent);text-underline-offset:.2em}`;

/** The policy under which error pages are sent. */
export const errorPagePolicy = pagePolicy(style);

const fieldList = (fields: ErrorPage['fields'], lang: string): string => {
  const rows = Object.entries(fields).map(
    ([field, messages]) =>
      `<div><dt>${escapeHtml(field)}</dt>${messages.map((text) => `<dd${lang}>${escapeHtml(text)}</dd>`).join('')}</div>`,
  );
  return rows.length === 0 ? '' : `\n<dl>\n${rows.join('\n')}\n</dl>`;
};

/** The page of an error. It needs no script, and marks the language of each text. */
export const errorPage = (page: ErrorPage): string => {
  const { status, phrase, message, fields, fieldsLocale, label, requestId, hint } = page;
  const main = (message ?? phrase).locale;
  const lang = (locale: string): string => (locale === main ? '' : ` lang="${escapeHtml(locale)}"`);
  const lead = message === null ? '' : `\n<p>${escapeHtml(message.text)}</p>`;
  return htmlPage({
    lang: escapeHtml(main),
    title: `${status} ${escapeHtml(phrase.text)}`,
    style,
    body: `<main>
<h1${lang(phrase.locale)}><span>${status}</span> ${escapeHtml(phrase.text)}</h1>${lead}${fieldList(fields, lang(fieldsLocale))}
</main>
<footer>
<span${lang(label.locale)}>${escapeHtml(label.text)}</span> <code>${escapeHtml(requestId)}</code>
${hint}</footer>`,
  });
};
