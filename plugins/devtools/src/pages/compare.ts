import { escapeHtml, maskText } from '@taproot/routing/pages';
import { home } from '../home.ts';
import { endOf, lengthOf, ownStretches, sumOf } from '../reading/own-time.ts';
import type { Recording } from '../recorder/recording.ts';
import type { Step } from '../recorder/step.ts';
import { page, shownTime, statusBadge } from './layout.ts';

type Cells = readonly [name: string, left: string, right: string];

/** The same step of two requests; null for a request that does not have the step. */
type Pair = readonly [Step | null, Step | null];

const keyOf = ({ kind, name, plugin, depth }: Step): string => `${depth} ${kind} ${plugin} ${name}`;

/** Pairs equal steps in order. A step that only one request has gets its own row. */
const pair = (left: readonly Step[], right: readonly Step[]): Pair[] => {
  const pairs: Pair[] = [];
  let from = 0;
  for (const step of left) {
    const found = right.findIndex((other, at) => at >= from && keyOf(other) === keyOf(step));
    if (found === -1) pairs.push([step, null]);
    else {
      pairs.push(...right.slice(from, found).map((other): Pair => [null, other]), [step, right[found] ?? null]);
      from = found + 1;
    }
  }
  return [...pairs, ...right.slice(from).map((other): Pair => [null, other])];
};

const own = (step: Step | null, recording: Recording): string =>
  step === null
    ? '<span class="quiet">absent</span>'
    : `<span title="of ${shownTime(endOf(step, recording) - step.start)}">${shownTime(sumOf(ownStretches(step, recording)))}</span>`;

const stepRow = ([left, right]: Pair, a: Recording, b: Recording): string => {
  const step = left ?? right;
  if (step === null) return '';
  const alone = left === null || right === null ? ' <span class="mark">only one</span>' : '';
  return `<tr><td class="what d${Math.min(step.depth, 8)}"><span class="step"><span class="kind k-${step.kind}">${step.kind}</span> <code>${escapeHtml(step.name)}</code> <span class="quiet">${escapeHtml(step.plugin)}</span>${alone}</span></td>
<td class="number">${own(left, a)}</td><td class="number">${own(right, b)}</td></tr>`;
};

const factRow = ([name, left, right]: Cells): string =>
  `<tr><th scope="row">${name}</th><td>${left}</td><td>${right}${left === right ? '' : ' <span class="mark">differs</span>'}</td></tr>`;

const factsOf = (a: Recording, b: Recording): Cells[] => [
  ['Status', statusBadge(a.status, false), statusBadge(b.status, false)],
  [
    'Request',
    ...([a, b].map(({ method, target }) => `<code>${escapeHtml(`${method} ${maskText(target)}`)}</code>`) as [
      string,
      string,
    ]),
  ],
  ['Route', escapeHtml(a.route?.path ?? 'none'), escapeHtml(b.route?.path ?? 'none')],
  [
    'Queries',
    ...([a, b].map(({ steps }) => String(steps.filter(({ kind }) => kind === 'query').length)) as [string, string]),
  ],
  ['Bytes sent', String(a.sent.size), String(b.sent.size)],
];

const link = ({ id }: Recording): string => `<a href="${home}/requests/${id}">#${id}</a>`;

/** Two requests side by side: what differs, and the time of each step by itself. */
export const comparePage = (a: Recording, b: Recording): string => {
  const rows = pair(a.steps, b.steps).map((steps) => stepRow(steps, a, b));
  const rest = ([one, all]: readonly [Recording, number]): string =>
    `<td class="number"><b>${shownTime(all)}</b><br><span class="quiet">${shownTime(sumOf(ownStretches(null, one)))} Taproot and Node</span></td>`;
  return page(
    `Compare #${a.id} and #${b.id}`,
    `<p class="quiet"><a href="${home}">Requests</a> / compare</p>
<h1>Request ${link(a)} beside ${link(b)}</h1>
<div class="wide" tabindex="0" role="region" aria-label="Facts"><table>
<thead><tr><th scope="col">Fact</th><th scope="col">#${a.id}</th><th scope="col">#${b.id}</th></tr></thead>
<tbody>${factsOf(a, b).map(factRow).join('\n')}</tbody></table></div>
<h2>Steps</h2>
<div class="wide" tabindex="0" role="region" aria-label="Steps"><table>
<thead><tr><th scope="col">Step</th><th scope="col" class="number">#${a.id}</th><th scope="col" class="number">#${b.id}</th></tr></thead>
<tbody><tr><td>The whole request</td>${rest([a, lengthOf(a)])}${rest([b, lengthOf(b)])}</tr>
${rows.join('\n')}</tbody></table></div>`,
    'Requests',
  );
};
