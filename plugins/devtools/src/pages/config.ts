import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { maskSecrets } from '@taproot/core/plugin';
import { escapeHtml } from '@taproot/routing/pages';
import { page } from './layout.ts';

type Branch = Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** The defaults of every file, as plugins declare them, with the environment of the application. */
const defaultsOf = (app: Application): Map<string, unknown> =>
  new Map(
    app.plugins.flatMap(({ config = {} }) =>
      Object.entries(config).map(([file, made]: [string, unknown]): [string, unknown] => [
        file,
        typeof made === 'function' ? made(app.env) : made,
      ]),
    ),
  );

interface Leaf {
  readonly key: string;
  readonly shown: unknown;
  readonly own: boolean;
}

const leaves = (prefix: string, value: unknown, masked: unknown, standard: unknown): Leaf[] => {
  if (!isBranch(value) || Object.keys(value).length === 0)
    return [{ key: prefix, shown: masked, own: !isDeepStrictEqual(value, standard) }];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(
      prefix === '' ? key : `${prefix}.${key}`,
      inner,
      isBranch(masked) ? masked[key] : masked,
      isBranch(standard) ? standard[key] : undefined,
    ),
  );
};

const row = ({ key, shown, own }: Leaf): string =>
  `<tr><td><code>${escapeHtml(key)}</code></td><td><code>${escapeHtml(JSON.stringify(shown) ?? '')}</code></td><td>${own ? '<b>yours</b>' : '<span class="quiet">default</span>'}</td></tr>`;

/** The configuration that is in force, and which values are not the defaults. Secrets are masked. */
export const configPage = (app: Application): string => {
  const defaults = defaultsOf(app);
  const files = Object.entries({ ...app.config }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = files.map(([file, value]: [string, unknown]) => {
    const masked = maskSecrets({ [file]: value }) as Branch;
    const rows = leaves('', value, masked[file], defaults.get(file));
    return `<h2 id="${escapeHtml(file)}">${escapeHtml(file)}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(file)}"><table>
<thead><tr><th scope="col">Key</th><th scope="col">Value</th><th scope="col">From</th></tr></thead><tbody>${rows.map(row).join('\n')}</tbody></table></div>`;
  });
  return page(
    'Configuration',
    `<h1>Configuration</h1><p class="lead">The values in force. A default comes from the plugin, which may read the environment; yours come from <code>config/</code>. Secrets are masked.</p>${parts.join('\n')}`,
    'Configuration',
  );
};
