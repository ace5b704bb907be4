import type { Application } from '@taproot/core';
import { describeHooks, type HookInfo } from '@taproot/core/plugin';
import { escapeHtml } from '@taproot/routing/pages';
import { page } from './layout.ts';

const row = ({ name, key, kind, args, taps }: HookInfo): string => `<tr>
<td><code>${escapeHtml(key === null ? name : `${name}.for('${key}')`)}</code><br><span class="quiet">${escapeHtml(`${kind} (${args.join(', ')})`)}</span></td>
<td><ol class="plain">${taps.map(({ plugin, stage }) => `<li>${escapeHtml(plugin)}${stage === null ? '' : ` <span class="quiet">${escapeHtml(stage)}</span>`}</li>`).join('')}</ol></td></tr>`;

/** Every hook with its taps, in the order in which they run. */
export const hooksPage = (app: Application): string => {
  const hooks = describeHooks(app.hookTables);
  // Hooks with taps first, because most hooks have none.
  const sorted = hooks.toSorted((a, b) => Number(b.taps.length > 0) - Number(a.taps.length > 0));
  return page(
    'Hooks',
    `<h1>Hooks</h1><p class="lead">${hooks.length} hooks, with the plugins that tap them in the order in which they run. <code>app</code> is the application itself.</p>
<div class="wide" tabindex="0" role="region" aria-label="Hooks"><table>
<thead><tr><th scope="col">Hook</th><th scope="col">Taps</th></tr></thead>
<tbody>${sorted.map(row).join('\n')}</tbody></table></div>`,
    'Hooks',
  );
};
