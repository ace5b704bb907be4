import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { officialNames } from '../../core/src/names/official-names.ts';

const plugins = join(import.meta.dirname, '..', '..', 'plugins');
const names = Object.keys(officialNames);

/** `name === 'log'`, `'log' === plugin.name`, `['log'].includes(name)`, and a search in the list of plugins. */
const lookUps: readonly RegExp[] = [
  /\b(?:name|plugin)\s*[!=]==\s*'(\w+)'/g,
  /'(\w+)'\s*[!=]==\s*(?:\w+\.)*(?:name|plugin)\b/g,
  /'(\w+)'[\w', ]*\]\.includes\((?:\w+\.)*(?:name|plugin)\)/g,
];
const search = /\bplugins\??\.(?:some|find|findIndex|findLast|every)\(/g;

const found = (name: string, source: string): string[] => [
  ...lookUps.flatMap((look) =>
    [...source.matchAll(look)]
      .filter(([, other = '']) => other !== name && names.includes(other))
      .map(([text]) => text),
  ),
  ...[...source.matchAll(search)].map(([text]) => text),
];

test('a look-up of a plugin by its name is found', () => {
  const looks = [
    `app.plugins.some(({ name }) => name === 'devtools')`,
    `taps.some((tap) => tap.name === 'devtools')`,
    `'devtools' === tap.plugin`,
    `['log', 'devtools'].includes(plugin.name)`,
    `app.plugins.find((plugin) => plugin.rows)`,
  ];
  expect(looks.filter((look) => found('routing', look).length === 0)).toEqual([]);
  expect(found('redis', `name === 'redis'`)).toEqual([]);
});

test.each(names)('%s asks the application what is provided, and no other plugin by its name', (name) => {
  const src = join(plugins, name, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const looks = files.flatMap((file) =>
    found(name, readFileSync(join(src, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(looks).toEqual([]);
});
