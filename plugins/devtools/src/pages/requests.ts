import { escapeHtml, maskText } from '@taproot/routing/pages';
import { home } from '../home.ts';
import { marksOf } from '../reading/marks.ts';
import type { Recording } from '../recorder/recording.ts';
import { page, shownTime, statusBadge } from './layout.ts';

const clock = (at: Date): string => at.toTimeString().slice(0, 8);

const labels = (recording: Recording): string =>
  [...new Set(marksOf(recording).map(({ label }) => label))]
    .map((label) => `<span class="mark">${escapeHtml(label)}</span>`)
    .join(' ');

/** The row of a request in the list. */
export const requestRow = (recording: Recording): string => {
  const { id, at, method, status, duration, route, steps, target, repeats, outcome } = recording;
  const queries = steps.filter(({ kind }) => kind === 'query').length;
  const again = repeats === null ? '' : ` <span class="quiet">repeats #${repeats}</span>`;
  return `<tr data-id="${id}"><td>${statusBadge(status, duration === null, outcome)}</td>
<td class="what"><a href="${home}/requests/${id}"><b>${escapeHtml(method)}</b> ${escapeHtml(maskText(target))}</a>${again} ${labels(recording)}</td>
<td class="route">${route === null ? `<span class="quiet">${recording.isWork ? 'no request' : 'no route'}</span>` : escapeHtml(route.path)}</td>
<td class="number more">${queries}</td>
<td class="number">${duration === null ? 'running' : shownTime(duration)}</td>
<td class="number more"><time datetime="${at.toISOString()}">${clock(at)}</time></td></tr>`;
};

/** The list of requests, newest first. */
export const requestsPage = (recordings: readonly Recording[]): string =>
  page(
    'Requests',
    `<h1>Requests</h1>
<p class="lead">The last 200 requests of this server, the newest first. New ones appear by themselves.</p>
<p id="live" class="quiet" role="status"></p>
<div class="wide" tabindex="0" role="region" aria-label="Requests"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Request</th><th scope="col" class="route">Route</th><th scope="col" class="number more">Queries</th><th scope="col" class="number">Time</th><th scope="col" class="number more">At</th></tr></thead>
<tbody id="requests">${recordings.map(requestRow).join('\n')}</tbody>
</table></div>
<p id="none" class="panel"${recordings.length > 0 ? ' hidden' : ''}>No request yet. Open a page of your application in another tab.</p>`,
    'Requests',
  );
