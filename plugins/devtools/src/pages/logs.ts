import { escapeHtml } from '@taproot/routing/pages';
import { home } from '../home.ts';
import type { Entry } from '../recorder/journal.ts';
import type { Recording } from '../recorder/recording.ts';
import { page, prose } from './layout.ts';

/** Everything that the page shows. */
export interface LogsView {
  /** From the newest to the oldest. */
  readonly entries: readonly Entry[];
  readonly recordings: readonly Recording[];
  /** Whether the application has the plugin `log`. */
  readonly hasLog: boolean;
  /** The query of the address: `level` for the least level, `request` for the lines of one request. */
  readonly query: URLSearchParams;
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const choices = [
  ['', 'All'],
  ['warn', 'Warnings and errors'],
  ['error', 'Errors'],
] as const;

const memberText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Short members in one line; long ones, such as stacks, below it. */
const members = (entry: Entry): string => {
  const all = Object.entries(entry.members).map(([name, value]) => [name, memberText(value)] as const);
  if (entry.traceId !== '') all.push(['traceId', entry.traceId]);
  const isLong = (text: string): boolean => text.includes('\n') || text.length > 200;
  const short = all.filter(([, text]) => !isLong(text)).map(([name, text]) => `${name}=${text}`);
  const long = all.filter(([, text]) => isLong(text));
  const line = short.length === 0 ? '' : `<p class="quiet members">${escapeHtml(short.join('  '))}</p>`;
  return line + long.map(([name, text]) => below(name, text)).join('');
};

const below = (name: string, text: string): string =>
  `<details><summary>${escapeHtml(name)}</summary><pre>${escapeHtml(text)}</pre></details>`;

const described = ({ fault }: Entry): string => {
  if (fault === null) return '';
  const fix = fault.fix === '' ? '' : `<p><b>Fix:</b> ${prose(fault.fix)}</p>`;
  return fix + (fault.stack.length === 0 ? '' : below('stack', fault.stack.join('\n')));
};

const item = (entry: Entry, recordings: readonly Recording[]): string => {
  const { at, level, message, requestId, fault } = entry;
  const of = requestId === '' ? undefined : recordings.find((one) => one.requestId === requestId);
  const link = of === undefined ? '' : ` <a href="${home}/requests/${of.id}">request #${of.id}</a>`;
  const code = fault === null ? '' : `<b>${escapeHtml(fault.code || fault.name)}</b> `;
  const place = fault === null || fault.place === '' ? '' : ` at <code>${escapeHtml(fault.place)}</code>`;
  return `<li><p><span class="level l-${levels.includes(level) ? level : 'info'}">${escapeHtml(level)}</span> <time class="quiet" datetime="${at.toISOString()}">${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}</time>${link}</p>
<p>${code}<span class="message">${escapeHtml(message)}</span>${place}</p>
${members(entry)}${described(entry)}</li>`;
};

const choice = ([level, name]: (typeof choices)[number], current: string, request: string): string => {
  const query = new URLSearchParams({ ...(level === '' ? {} : { level }), ...(request === '' ? {} : { request }) });
  const address = query.size === 0 ? `${home}/logs` : `${home}/logs?${query.toString()}`;
  return `<li><a href="${escapeHtml(address)}"${level === current ? ' aria-current="true"' : ''}>${name}</a></li>`;
};

/** The last log lines and reports, with their requests. */
export const logsPage = ({ entries, recordings, hasLog, query }: LogsView): string => {
  const least = query.get('level') ?? '';
  const request = query.get('request') ?? '';
  const recording = recordings.find(({ requestId }) => requestId === request);
  const shown = entries.filter(
    ({ level, requestId }) =>
      levels.indexOf(level) >= levels.indexOf(least) && (request === '' || requestId === request),
  );
  const without = hasLog
    ? 'Levels that the log leaves out are not here.'
    : 'Lines are missing: this application does not have `log()` of @taproot/log.';
  const only =
    request === ''
      ? ''
      : `<p>Only those of ${recording === undefined ? `request ${escapeHtml(request)}` : `<a href="${home}/requests/${recording.id}">request #${recording.id}</a>`}. <a href="${home}/logs">Show those of all.</a></p>`;
  return page(
    'Logs',
    `<h1>Logs</h1><p class="lead">The last 500 lines of the log, and errors and warnings that <code>app.report()</code> got, the newest first. ${prose(without)}</p>
${only}<ul class="jump">${choices.map((each) => choice(each, least, request)).join('')}</ul>
${shown.length === 0 ? '<p class="panel">None.</p>' : `<ul class="reports log panel">${shown.map((entry) => item(entry, recordings)).join('\n')}</ul>`}`,
    'Logs',
  );
};
