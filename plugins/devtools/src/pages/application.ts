import { readFileSync } from 'node:fs';
import type { Application } from '@taproot/core';
import { describeHooks, type HookInfo } from '@taproot/core/internal';
import { escapeHtml } from '@taproot/routing/pages';
import { configSources, type Setting, type SettingsFile, type SettingVariable } from '../reading/config-sources.ts';
import { editorLink } from './editor-link.ts';
import { page } from './layout.ts';

/** Finds the line of a file that has a key; null when no line has it, or several lines have it. */
type FindLine = (key: string) => number | null;

/** Reads one file of the application by lines. */
const finder = (app: Application, path: string, pattern: RegExp): FindLine => {
  const lines = new Map<string, number | null>();
  try {
    const text = path === '' ? '' : readFileSync(app.path(path), 'utf8');
    for (const [at, line] of text.split('\n').entries())
      for (const [, key = ''] of line.matchAll(pattern)) lines.set(key, lines.has(key) ? null : at + 1);
  } catch {
    // The file may have been deleted since the application read it.
  }
  return (key) => lines.get(key) ?? null;
};

const inEnv = /^\s*(?:export\s+)?([\w.-]+)\s*=/g;
const inFile = /(?:^|[\s{,])['"]?([\w.-]+)['"]?\s*:/g;

const places = { setup: 'from setup()', process: 'from the environment of the process' } as const;

/** A link to a line of a file of the application. */
const link = (app: Application, path: string, line: number | null): string =>
  editorLink(line === null ? path : `${path}:${line}`, { file: app.path(path), line: line ?? 1, column: 1 });

const variable = (app: Application, find: FindLine, { name, origin }: SettingVariable): string => {
  const named = `<code>${escapeHtml(name)}</code>`;
  if (origin === null) return `<li>${named} is not set</li>`;
  return `<li>${named} ${origin === '.env' ? `from ${link(app, '.env', find(name))}` : places[origin]}</li>`;
};

const shown = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value) ?? '')}</code>`;

/** Where the value of a setting comes from. `file` is the file or link of the application. */
const sourceOf = ({ isOwn, differs, standard, plugin }: Setting, file: string): string => {
  if (!isOwn) return `<span class="quiet">default of ${escapeHtml(plugin === 'app' ? 'the core' : plugin)}</span>`;
  if (!differs) return `${file} <span class="quiet">same as the default</span>`;
  return standard === undefined ? file : `${file} <span class="quiet">in place of ${shown(standard)}</span>`;
};

const row = (setting: Setting, file: string, variables: string): string =>
  `<tr><td class="key"><code>${escapeHtml(setting.key)}</code></td><td class="value">${shown(setting.shown)}</td>
<td class="from">${sourceOf(setting, file)}${variables === '' ? '' : `<ul class="plain quiet">${variables}</ul>`}</td></tr>`;

const part = (app: Application, ofEnv: FindLine, { name, path, settings }: SettingsFile): string => {
  const find = finder(app, path, inFile);
  const rows = settings.map((setting) => {
    const line = find(setting.key.split('.').at(-1) ?? '');
    const written = path === '' ? '<code>withConfig()</code>' : link(app, path, line);
    const file = setting.argumentOf === null ? written : `<code>${escapeHtml(setting.argumentOf)}</code>`;
    return row(setting, file, setting.variables.map((each) => variable(app, ofEnv, each)).join(''));
  });
  const id = escapeHtml(name);
  return `<h2 id="${id}">${id}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${id}"><table class="settings stacked">
<thead><tr><th scope="col">Key</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
};

/** The current configuration, and the source of each value. Secrets are masked. */
export const configPage = (app: Application): string => {
  const files = configSources(app);
  const ofEnv = finder(app, '.env', inEnv);
  const links = files.map(({ name }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`);
  return page(
    'Configuration',
    `<h1>Configuration</h1>
<p class="lead">The values in force, and where each comes from: the default of a plugin, your file, the argument of a plugin, or a variable that one of them reads. Secrets are masked.</p>
<ul class="jump">${links.join('')}</ul>
${files.map((file) => part(app, ofEnv, file)).join('\n')}`,
    'Configuration',
  );
};

const hookRow = ({ name, key, kind, args, taps }: HookInfo): string => `<tr>
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
<tbody>${sorted.map(hookRow).join('\n')}</tbody></table></div>`,
    'Hooks',
  );
};
