import type { RouteInfo } from '@taproot/core/plugin';
import { escapeHtml, maskHeaders, maskText } from '@taproot/routing/pages';
import { home } from '../home.ts';
import type { Evidence } from '../reading/evidence.ts';
import { type Mark, marksOf } from '../reading/marks.ts';
import { whyOf } from '../reading/why.ts';
import type { Fault } from '../recorder/fault.ts';
import type { Recording } from '../recorder/recording.ts';
import { shownBody } from './bodies.ts';
import { asCurl, asTest } from './copies.ts';
import { editorLink } from './editor-link.ts';
import { page, prose, shownTime, statusBadge } from './layout.ts';
import { waterfall } from './waterfall.ts';

type Facts = readonly (readonly [name: string, value: string])[];

const list = (facts: Facts): string =>
  `<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value}</dd>`).join('')}</dl>`;

/** A place in the sources, as a link that editors open. */
export const sourceLink = ({ place, source }: Pick<RouteInfo, 'place' | 'source'>): string => {
  if (place === '') return '';
  return source === null ? `<code>${escapeHtml(place)}</code>` : editorLink(place, source);
};

const why = (evidence: Evidence): string => {
  const reason = whyOf(evidence);
  if (reason === null) return '';
  const fix = reason.fix === '' ? '' : `<p><b>Fix:</b> ${prose(reason.fix)}</p>`;
  const { status } = evidence.recording;
  return `<section class="why" aria-labelledby="why"><h2 id="why">Why ${status === 0 ? 'no answer' : status}?</h2><p>${prose(reason.sentence)}</p>${fix}</section>`;
};

const found = (marks: readonly Mark[]): string => {
  if (marks.length === 0) return '';
  const items = marks.map(
    ({ label, sentence }) => `<li><span class="mark">${escapeHtml(label)}</span> ${prose(sentence)}</li>`,
  );
  return `<section aria-labelledby="found"><h2 id="found">Worth a look</h2><ul class="found panel">${items.join('')}</ul></section>`;
};

const error = (fault: Fault | null): string => {
  if (fault === null || fault.stack.length === 0) return '';
  return `<details><summary>Error <small>${escapeHtml(fault.code || fault.name)}</small></summary><pre>${escapeHtml(`${fault.message}\n\n${fault.stack.join('\n')}`)}</pre></details>`;
};

const headers = (lines: Recording['requestHeaders']): Facts =>
  lines.flatMap(([name, value]) =>
    maskHeaders({ [name]: value }).map(([shown, masked]) => [shown, escapeHtml(masked)] as const),
  );

const message = (title: string, lines: Recording['requestHeaders'], body: string): string =>
  `<details><summary>${title} <small>${lines.length} headers${body === '' ? ', no body' : ''}</small></summary>${list(headers(lines))}${
    body === '' ? '' : `<pre tabindex="0" aria-label="Body">${escapeHtml(body)}</pre>`
  }</details>`;

const copy = (title: string, id: string, text: string): string =>
  `<details><summary>${title}</summary><div class="copy"><button type="button" data-copy="${id}">Copy</button><pre id="${id}" tabindex="0" aria-label="${title}">${escapeHtml(text)}</pre></div></details>`;

/** A link that compares this request with the request before it on the same route. */
const beside = ({ id }: Recording, before: Recording | null): string =>
  before === null
    ? ''
    : ` <a href="${home}/compare/${before.id}/${id}">Compare with #${before.id}, the one before it.</a>`;

const facts = (recording: Recording): Facts => {
  const { route, requestId, client, at, repeats } = recording;
  const all: [string, string][] = [
    ['Route', route === null ? (recording.isWork ? '' : 'none matched') : escapeHtml(route.path)],
    ['Name', escapeHtml(route?.name ?? '')],
    ['Handler', escapeHtml(route?.handler ?? '')],
    ['Registered at', route === null ? '' : sourceLink(route)],
    [
      'Request id',
      requestId === ''
        ? ''
        : `${escapeHtml(requestId)} <a href="${home}/logs?request=${encodeURIComponent(requestId)}">its log lines</a>`,
    ],
    ['Client', escapeHtml(client)],
    ['Repeats', repeats === null ? '' : `<a href="${home}/requests/${repeats}">#${repeats}</a>`],
    ['At', `<time datetime="${at.toISOString()}">${escapeHtml(at.toLocaleString('en-GB'))}</time>`],
  ];
  return all.filter(([, value]) => value !== '');
};

const later = (work: Recording): string => {
  const { method, target, fault, duration, outcome } = work;
  const marks = marksOf(work);
  return `<article class="panel later"><h3>${statusBadge(0, duration === null, outcome)} <b>${escapeHtml(method)}</b> <span class="target">${escapeHtml(target)}</span> <small>${duration === null ? '' : shownTime(duration)}</small> <small><time datetime="${work.at.toISOString()}">${escapeHtml(work.at.toTimeString().slice(0, 8))}</time></small></h3>
${marks.length === 0 ? '' : `<ul class="plain">${marks.map(({ sentence }) => `<li>${prose(sentence)}</li>`).join('')}</ul>`}
${waterfall(work, marks)}${error(fault)}</article>`;
};

/** The work that the request left to later, each with its own steps. */
const followed = (works: readonly Recording[]): string =>
  works.length === 0
    ? ''
    : `<section aria-labelledby="later"><h2 id="later">Work that followed</h2>
<p class="quiet">What this request left to the queue and has ended since, in this process or another.</p>
${works.map(later).join('\n')}</section>`;

/**
 * The page of one request: the cause of its status, findings, all steps, the request and the response. `before` is an earlier request of
 * the same route, `works` is the work that it left to later.
 */
export const requestPage = (evidence: Evidence, before: Recording | null, works: readonly Recording[]): string => {
  const { recording } = evidence;
  const { id, method, target, status, duration, outcome, isWork } = recording;
  const marks = marksOf(recording);
  const type = recording.header('content-type') ?? '';
  const sentType = recording.responseHeader('content-type') ?? '';
  const encodings = [recording.header('content-encoding'), recording.responseHeader('content-encoding')] as const;
  const exchange = `${message('Request', recording.requestHeaders, shownBody(recording.received, type, encodings[0] ?? ''))}
${message('Response', recording.responseHeaders, shownBody(recording.sent, sentType, encodings[1] ?? ''))}
${error(recording.fault)}</section>
<section aria-labelledby="again"><h2 id="again">Once more</h2>
<form method="post" action="${home}/requests/${id}/replay"><button>Send it again</button> <span class="quiet">with the same headers and body, for real: what its handler writes is written.</span></form>
${copy('As curl', 'curl', asCurl(recording))}
${copy('As a test', 'test', asTest(recording))}</section>`;
  const running = duration === null ? '<p class="lead">It is still running. Load this page again.</p>' : '';
  return page(
    `${method} ${recording.path}`,
    `<p class="quiet"><a href="${home}">Requests</a> / #${id}</p>
<h1>${statusBadge(status, duration === null, outcome)} ${escapeHtml(method)} <span class="target">${escapeHtml(maskText(target))}</span></h1>
${running}${why(evidence)}
${found(marks)}
<section aria-labelledby="steps"><h2 id="steps">Steps <small>${duration === null ? '' : shownTime(duration)}</small></h2>
<p class="quiet">Full colour: the step itself. Light: what runs within it. The times on the right add up to the time of the request.${beside(recording, before)}</p>
<div class="panel">${waterfall(recording, marks)}</div></section>
${isWork ? '' : followed(works)}
<section aria-labelledby="facts"><h2 id="facts">${isWork ? 'Where it comes from' : 'Request and response'}</h2>
<div class="panel facts">${list(facts(recording))}</div>
${isWork ? `${error(recording.fault)}</section>` : exchange}`,
    'Requests',
  );
};
