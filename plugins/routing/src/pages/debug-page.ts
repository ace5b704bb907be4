import { relative, resolve } from 'node:path';
import type { HttpContext } from '../exchange/http-context.ts';
import { type CodeFrame, codeFrame } from './code-frame.ts';
import { debugStyle } from './debug-style.ts';
import { escapeHtml, htmlPage, pagePolicy } from './html.ts';
import { linkToSteps } from './link-to-steps.ts';
import { type FactGroup, requestFacts } from './request-facts.ts';
import { type SeenError, type SeenFrame, type SeenSource, seenErrors } from './seen-error.ts';

/** The policy under which the page is sent. */
export const debugPagePolicy = pagePolicy(debugStyle);

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner), 2);
  return json ?? String(value);
};

const short = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
};

const factList = (facts: FactGroup['facts']): string =>
  `<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(shown(value))}</dd>`).join('\n')}</dl>`;

const codeList = ({ first, lines }: CodeFrame, marked: number, label: string): string => {
  const rows = lines.map((text, i) => {
    const number = first + i;
    const at = number === marked ? ' class="at" aria-current="true"' : '';
    return `<li value="${number}"${at}><span>${escapeHtml(text)}</span></li>`;
  });
  return `<ol class="code" tabindex="0" aria-label="${label}">${rows.join('')}</ol>`;
};

const source = ({ file, line, note, code }: SeenSource, index: number): string => {
  const place = escapeHtml(`${short(file)}:${line}`);
  const small = note === '' ? '' : ` <small>${escapeHtml(note)}</small>`;
  const list = codeList(code, line, `Source of ${place}`);
  return `<details${index === 0 ? ' open' : ''}><summary><code>${place}</code>${small}</summary>${list}</details>`;
};

/** The place where the route is registered, for errors without a line of the application. */
const registration = async (place: string): Promise<SeenSource[]> => {
  const [, path = '', row = ''] = /^(.+):(\d+)$/.exec(place) ?? [];
  const file = resolve(path);
  const code = path === '' ? null : await codeFrame(file, Number(row));
  return code === null ? [] : [{ file, line: Number(row), note: 'registers the route', code }];
};

const stack = (frames: readonly SeenFrame[]): string => {
  if (frames.length === 0) return '';
  const rows = frames.map(({ text, own }) => `<li${own ? '' : ' class="far"'}>${escapeHtml(text)}</li>`);
  const count = frames.length === 1 ? '1 frame' : `${frames.length} frames`;
  return `<details><summary>Stack <small>${count}</small></summary><ol class="stack">${rows.join('')}</ol></details>`;
};

const evidence = ({ statement, sources, frames, members }: SeenError): string => {
  const sql =
    statement === '' ? '' : `<pre class="panel" tabindex="0" aria-label="Statement">${escapeHtml(statement)}</pre>`;
  const own = members.length === 0 ? '' : `<div class="panel facts">${factList(members)}</div>`;
  return `${sql}${sources.map(source).join('\n')}${stack(frames)}${own}`;
};

const kind = ({ name, code }: SeenError): string =>
  `<p class="kind">${escapeHtml(name)}${code === '' ? '' : ` <code>${escapeHtml(code)}</code>`}</p>`;

/** Text in which backquotes become code. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? escapeHtml(part) : `<code>${escapeHtml(part)}</code>`))
    .join('');

const fixOf = ({ fix }: SeenError): string => (fix === '' ? '' : `<p class="fix"><b>Fix:</b> ${prose(fix)}</p>`);

const cause = (error: SeenError): string => `<section aria-label="Cause">
<h2>Caused by</h2>
${kind(error)}
<pre>${escapeHtml(error.message)}</pre>
${fixOf(error)}
${evidence(error)}
</section>`;

const group = ({ title, facts, folded }: FactGroup): string => {
  if (!folded) return `<section><h2>${title}</h2><div class="panel facts">${factList(facts)}</div></section>`;
  return `<details class="apart"><summary>${title} <small>${facts.length}</small></summary>${factList(facts)}</details>`;
};

/** The page of an error for developers: what, where, why, and the request. Everything from the client is escaped. */
export const debugPage = async (error: unknown, status: number, ctx: HttpContext): Promise<string> => {
  const [first, ...causes] = await seenErrors(error);
  if (first === undefined) throw new TypeError('An error leads to at least itself.');
  const request = ctx.request();
  const asked = escapeHtml(`${request.method()} ${request.path()}`);
  const [line = ''] = first.message.split('\n');
  const title = line.slice(0, longestTitle);
  const whole = title === first.message ? '' : `<pre class="panel">${escapeHtml(first.message)}</pre>`;
  const near = first.sources.length > 0 ? [] : await registration(ctx.route?.info.place ?? '');
  const where = near.map(source).join('') + evidence(first);
  return htmlPage({
    lang: 'en',
    title: `${escapeHtml(first.name)}: ${escapeHtml(title)}`,
    style: debugStyle,
    body: `<main>
<p class="asked"><code>${asked}</code> answered ${status}</p>
${kind(first)}
<h1>${escapeHtml(title || first.name)}</h1>
${whole}
${fixOf(first)}
<section aria-label="Where">
<h2>Where</h2>
${where || `<p class="panel">${noPlace}</p>`}
</section>
${causes.map(cause).join('\n')}
${requestFacts(ctx).map(group).join('\n')}
</main>
<footer>
${linkToSteps(ctx)}<p>You see this page because <code>app.debug</code> is on. Visitors of an application in production get a plain page.</p>
</footer>`,
  });
};

/** The longest message in the heading, in characters. A longer message also follows as a whole. */
const longestTitle = 200;

const noPlace = 'Nothing says which line threw it. Look at the handler and the middleware named below.';
