import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { AnyPlugin } from '@taproot/core/plugin';
import { makers } from '../docs/support/reference/plugins.ts';

const file = join(import.meta.dirname, '..', '..', 'core', 'src', 'names', 'official-names.ts');

const kinds = ['facades', 'middleware', 'request', 'response', 'steps', 'hooks', 'drivers'] as const;

const lineOf = (make: string, plugin: AnyPlugin): string => {
  const added = kinds.flatMap((kind) => {
    const names = Object.keys(plugin[kind] ?? {});
    return names.length === 0 ? [] : [`${kind}: [${names.map((name) => `'${name}'`).join(', ')}]`];
  });
  return `  ${plugin.name}: { ${[`make: '${make}'`, ...added].join(', ')} },\n`;
};

const head = `// Made from the plugins by tests/architecture/official-names.test.ts: UPDATE_DOCS=1 npm test -- tests/architecture/official-names

/** Names of a plugin that applications use. */
export interface Additions {
  /** The function that makes the plugin. */
  readonly make: string;
${kinds.map((kind) => `  readonly ${kind}?: readonly string[];\n`).join('')}}

/** The plugins of the framework by package. Errors use it: an unknown name most likely comes from one of these plugins. */
// biome-ignore format: a plugin is a line
export const officialNames: Readonly<Record<string, Additions>> = {
`;

test('hints of the core name what the plugins have now', () => {
  const lines = Object.entries(makers)
    .map(([name, make]) => lineOf(name, make()))
    .toSorted();
  const text = `${head}${lines.join('')}};\n`;
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
