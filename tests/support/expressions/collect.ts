import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import type { Expression } from './growth.ts';

export const root = join(import.meta.dirname, '../../..');

/** An expression with its place. */
export interface Found extends Expression {
  readonly place: string;
}

const folders = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))];

/** Every source of every package. */
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, 'src', file)),
);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Without what the parser keeps of places and comments, half of a tree. */
const aside = new Set(['loc', 'extra', 'leadingComments', 'innerComments', 'trailingComments']);

const visit = (value: unknown, see: (node: Node) => void): void => {
  if (!isNode(value)) return;
  see(value);
  for (const key in value) if (typeof value[key] === 'object' && !aside.has(key)) visit(value[key], see);
};

const nameOf = (value: unknown): unknown => (isNode(value) ? value['name'] : undefined);

/** Whether a text may have an expression: half of the sources have no slash but in comments and addresses of modules. */
const mayHaveOne = (text: string): boolean =>
  /\/|RegExp/.test(text.replaceAll(/^\s*(?:\/?\*|\/\/).*$|from '[^']+';$|^import '[^']+';$/gm, ''));

/** Expressions that sources have as literals, each once, and the files that make others of strings. */
export const collect = (): { readonly literals: readonly Found[]; readonly makers: readonly string[] } => {
  const literals = new Map<string, Found>();
  const makers = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!mayHaveOne(text)) continue;
    const tree: unknown = parse(text, {
      sourceType: 'module',
      plugins: ['typescript', 'explicitResourceManagement'],
    }).program;
    visit(tree, (node) => {
      const { type, pattern, flags } = node;
      if (type === 'RegExpLiteral' && typeof pattern === 'string' && typeof flags === 'string')
        literals.set(`/${pattern}/${flags}`, { source: pattern, flags, place: file });
      if ((type === 'NewExpression' || type === 'CallExpression') && nameOf(node['callee']) === 'RegExp')
        makers.add(file);
    });
  }
  return { literals: [...literals.values()], makers: [...makers] };
};

/** Expressions that are made of strings while `work` runs. */
export const made = async (work: () => unknown): Promise<Expression[]> => {
  const known = globalThis.RegExp;
  const found: Expression[] = [];
  const watched = new Proxy(known, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const expression = Reflect.construct(target, flags === undefined ? [source] : [source, flags]);
      found.push({ source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  Object.defineProperty(globalThis, 'RegExp', { value: watched, configurable: true, writable: true });
  try {
    await work();
  } finally {
    Object.defineProperty(globalThis, 'RegExp', { value: known, configurable: true, writable: true });
  }
  return found;
};
