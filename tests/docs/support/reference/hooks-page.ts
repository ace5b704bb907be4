import { type Application, setup } from '@taproot/core';
import { child, docOf, nameOf, nodes, type Source, sourcesOf } from '../../../architecture/source-tree.ts';
import { cell, readComment } from './comment.ts';
import { plugins } from './plugins.ts';

/** A tapable hook, as it knows itself. */
interface KnownHook {
  readonly constructor: { readonly name: string };
  readonly _args?: readonly string[];
  for?(key: string): KnownHook;
}

/** The doc comments of the members of what `create...Hooks` returns. */
const commentsIn = (source: Source): Map<string, string | null> => {
  const functions = source.body
    .map((statement) => child(statement, 'declaration') ?? statement)
    .flatMap((declaration) => nodes(declaration.declarations))
    .filter((one) => /^create\w*Hooks$/.test(nameOf(child(one, 'id')) ?? ''));
  const objects = functions.map((one) => child(child(one, 'init'), 'body'));
  return new Map(
    objects
      .flatMap((object) => nodes(object?.properties))
      .map((property) => [nameOf(child(property, 'key')) ?? '', docOf(property)]),
  );
};

const argumentsOf = (hook: KnownHook): string => (hook._args ?? []).map((name) => `\`${name}\``).join(', ');

const row = (name: string, hook: KnownHook, doc: string | null): string => {
  const inner = hook.for?.('docs');
  const kind = inner === undefined ? hook.constructor.name : `HookMap of ${inner.constructor.name}`;
  return `| \`${name}\` | ${kind} | ${argumentsOf(inner ?? hook)} | ${cell(readComment(doc).text)} |`;
};

const head = `# Every hook

Tap a hook with the name of your plugin: \`app.hooks.boot.tap('mine', (app) => ...)\`, or for a hook of a plugin
\`app.hookTables.of('http').sent.tap('mine', (sent) => ...)\`. When each one runs is in [Life cycle](../lifecycle.md); how the kinds
differ is in [Plugins and hooks](../concepts/plugins-and-hooks.md). This page is made from the hook tables.`;

const boot = (): Promise<Application> =>
  setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins(plugins.filter(({ name, hooks }) => name === 'routing' || hooks !== undefined))
    .create();

/** docs/reference/hooks.md, and the hooks on it that have no comment. */
export const hooksPage = async (workspaces: readonly string[]): Promise<{ page: string; bare: string[] }> => {
  const comments = workspaces.flatMap(sourcesOf).map(commentsIn);
  const app = await boot();
  const bare: string[] = [];
  const sections = [...app.hookTables].map(([owner, table]) => {
    const keys = Object.keys(table);
    const found = comments.find((one) => one.size === keys.length && keys.every((key) => one.has(key)));
    const rows = Object.entries(table).map(([name, hook]) => {
      const doc = found?.get(name) ?? null;
      if (doc === null) bare.push(`${owner}.${name}`);
      return row(`${owner}.${name}`, hook, doc);
    });
    return [`## ${owner}`, '', '| Hook | Kind | Arguments | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  });
  await app.close();
  return { page: `${[head, ...sections].join('\n\n')}\n`, bare };
};
