import type { RouteInfo } from '@taproot/core';
import { escapeHtml } from '@taproot/routing/pages';
import { page } from './layout.ts';
import { sourceLink } from './request.ts';

const row = (route: RouteInfo): string => `<tr><td><b>${escapeHtml(route.method)}</b></td>
<td><code>${escapeHtml(route.path)}</code>${route.name === '' ? '' : `<br><span class="quiet">${escapeHtml(route.name)}</span>`}</td>
<td>${escapeHtml(route.handler)}<br>${sourceLink(route)}</td>
<td><ol class="plain">${route.middlewareLabels.map((label) => `<li>${escapeHtml(label)}</li>`).join('')}</ol></td></tr>`;

/** Every route with its middleware, in the order in which it runs. */
export const routesPage = (routes: readonly RouteInfo[]): string =>
  page(
    'Routes',
    `<h1>Routes</h1><p class="lead">${routes.length} routes, with their middleware in the order in which it runs.</p>
<div class="wide" tabindex="0" role="region" aria-label="Routes"><table>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Handler</th><th scope="col">Middleware</th></tr></thead>
<tbody>${routes.map(row).join('\n')}</tbody></table></div>`,
    'Routes',
  );
