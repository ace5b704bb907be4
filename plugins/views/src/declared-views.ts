import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { DeclaredNames } from '@taproot/core/plugin';
import { ending } from './eta-engine.ts';
import type { ViewRuntime } from './view-runtime.ts';

const declared = /<%[-_]?\s*\/\*\s*@props\s*(\{[^]*?\})\s*\*\/\s*[-_]?%>/;
const used = /(?<![\w$.])it\.([A-Za-z_]\w*)(\s*(?:\?\?|\?\.))?/g;

/** Props that layouts and the framework give. */
const given = new Set(['body']);

/** A type with the indentation that it has as a member of an interface within a module, as formatters write it. */
const inMembers = (type: string): string => {
  let depth = 2;
  const lines = type.split('\n').map((text) => {
    const line = text.trim();
    const closes = /^[}\])]/.test(line) ? 1 : 0;
    const indented = line === '' ? '' : `${'  '.repeat(depth - closes)}${line}`;
    depth += line.split(/[{[(]/).length - line.split(/[}\])]/).length;
    return indented;
  });
  return lines.join('\n').trimStart();
};

/** The props of a template: those of its comment `@props`, or else the names that it reads, of any type. */
export const propsType = (source: string, file: string, root: string): string => {
  const text = declared.exec(source)?.[1];
  if (text !== undefined)
    return inMembers(text).replaceAll(/(\bimport\(\s*['"])(\.{1,2}\/[^'"]*)/g, (_, head: string, path: string) => {
      const own = relative(root, resolve(dirname(file), path))
        .split(sep)
        .join('/');
      return `${head}./${own}`;
    });
  const names = new Map<string, boolean>();
  for (const [, name = '', optional] of source.matchAll(used))
    if (!given.has(name)) names.set(name, (names.get(name) ?? true) && optional !== undefined);
  if (names.size === 0) return '{}';
  return `{ ${[...names].map(([name, optional]) => `${name}${optional ? '?' : ''}: unknown`).join('; ')} }`;
};

/** The views of an application with their props, for types/taproot.d.ts. */
export const declaredViews = (runtime: ViewRuntime): DeclaredNames => ({
  module: '@taproot/views',
  interface: 'Views',
  members: Object.fromEntries(
    runtime.names().map((name) => {
      const file = join(runtime.folder, `${name}${ending}`);
      const type = propsType(readFileSync(file, 'utf8'), file, runtime.app.basePath);
      return [name, { type }];
    }),
  ),
});
