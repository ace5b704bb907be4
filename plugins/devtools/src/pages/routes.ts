import { relative } from 'node:path';
import type { RouteInfo } from '@taproot/core/plugin';
import { escapeHtml, maskText } from '@taproot/routing/pages';
import { home } from '../home.ts';
import type { ApiFacts, ApiGap, ApiRoute, ApiState, CodePlace } from '../reading/api-reader.ts';
import type { Recording } from '../recorder/recording.ts';
import { editorLink } from './editor-link.ts';
import { page, prose } from './layout.ts';
import { sourceLink } from './request.ts';

/** Everything that the page shows. */
export interface RoutesView {
  readonly routes: readonly RouteInfo[];
  /** The rules and gaps that the OpenAPI plugin reads. */
  readonly api: ApiState;
  /** From the newest to the oldest. */
  readonly recordings: readonly Recording[];
  /** The folder of the application. */
  readonly folder: string;
}

const placeLink = (place: CodePlace, folder: string): string =>
  editorLink(`${relative(folder, place.file)}:${place.line}`, place);

const rulesList = (rules: readonly (readonly [field: string, rules: string])[]): string =>
  `<dl class="rules">${rules.map(([field, text]) => `<dt><code>${escapeHtml(field)}</code></dt><dd>${escapeHtml(text).replaceAll('|', '|<wbr>')}</dd>`).join('')}</dl>`;

/** The rules of the last recorded request of the route. */
const seenRules = (route: RouteInfo, recordings: readonly Recording[]): string => {
  for (const { id, route: matched, method, steps } of recordings) {
    if (matched?.path !== route.path || !route.methods.includes(method)) continue;
    const rules = steps.flatMap((step) => step.rules);
    if (rules.length === 0) continue;
    const shown = rules.map(({ field, rules: own }) => [field, own.join('|')] as const);
    return `${rulesList(shown)}<span class="quiet">seen in <a href="${home}/requests/${id}">#${id}</a></span>`;
  }
  return '';
};

const rules = (route: RouteInfo, api: ApiRoute | undefined, view: RoutesView): string => {
  if (api === undefined) return seenRules(route, view.recordings);
  return api.validations
    .map(({ rules: own, place }) => `${rulesList(Object.entries(own))}${placeLink(place, view.folder)}`)
    .join('');
};

const gapItem = ({ code, message, fix, place }: ApiGap, folder: string): string =>
  `<li><span class="mark">gap</span> ${escapeHtml(message)}. <span class="quiet">${escapeHtml(code)}</span>${place === null ? '' : ` ${placeLink(place, folder)}`}<p><b>Fix:</b> ${prose(fix)}.</p></li>`;

const gapList = (gaps: readonly ApiGap[], folder: string): string =>
  gaps.length === 0 ? '' : `<ul class="gaps">${gaps.map((gap) => gapItem(gap, folder)).join('')}</ul>`;

const row = (route: RouteInfo, view: RoutesView): string => {
  const facts = view.api.kind === 'read' ? view.api.facts : null;
  const api = facts?.routes.find(({ method, path }) => method === route.method && path === route.path);
  const leftOut = facts?.left_out.includes(`${route.method} ${route.path}`) ?? false;
  const gaps = gapList(api?.gaps ?? [], view.folder);
  return `<tr><td><b>${escapeHtml(route.method)}</b> <code>${escapeHtml(route.path)}</code>${route.name === '' ? '' : `<br><span class="quiet">${escapeHtml(route.name)}</span>`}${leftOut ? '<br><span class="quiet">of a package; not in the document</span>' : ''}</td>
<td>${escapeHtml(route.handler)}<br>${sourceLink(route)}</td>
<td><ol class="chain">${route.middlewareLabels.map((label) => `<li>${escapeHtml(label)}</li>`).join('\n')}</ol></td>
<td>${rules(route, api, view)}</td></tr>${gaps === '' ? '' : `<tr class="found-row"><td colspan="4">${gaps}</td></tr>`}`;
};

/** Gaps that do not belong to a single route. */
const otherGaps = ({ routes, gaps }: ApiFacts): ApiGap[] => {
  const known = new Set(routes.flatMap((route) => route.gaps.map((gap) => JSON.stringify(gap))));
  return gaps.filter((gap) => !known.has(JSON.stringify(gap)));
};

const status = ({ api, folder }: RoutesView): string => {
  if (api.kind === 'absent') return `<p class="quiet">${prose(api.reason)}</p>`;
  if (api.kind === 'failed')
    return `<div class="panel"><p>Rules are those of recorded requests: <code>npx taproot openapi:gaps</code> failed.</p><pre tabindex="0" aria-label="What it says">${escapeHtml(maskText(api.reason))}</pre></div>`;
  if (api.kind === 'reading')
    return `<p class="quiet" role="status" data-rest="${home}/routes/whole">Reading rules and gaps from the code...</p>`;
  const { gaps } = api.facts;
  const others = otherGaps(api.facts);
  const count = gaps.length === 0 ? 'no gap' : gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`;
  return `<p class="quiet">The OpenAPI document has ${count}.</p>${others.length === 0 ? '' : `<div class="panel">${gapList(others, folder)}</div>`}`;
};

/** Every route with its middleware in the order in which they run, its rules, and its gaps in the OpenAPI document. */
export const routesPage = (view: RoutesView): string =>
  page(
    'Routes',
    `<h1>Routes</h1><p class="lead">${view.routes.length} routes, with their middleware in the order in which it runs, and the rules for what clients send.</p>
${status(view)}
<div class="wide" tabindex="0" role="region" aria-label="Routes"><table class="routes stacked">
<thead><tr><th scope="col">Route</th><th scope="col">Handler</th><th scope="col">Middleware</th><th scope="col">Rules</th></tr></thead>
<tbody>${view.routes.map((route) => row(route, view)).join('\n')}</tbody></table></div>`,
    'Routes',
  );
