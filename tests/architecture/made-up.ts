import { type ParserOptions, parse } from '@babel/parser';
import { type Node, nodes } from './source-tree.ts';

/** Libraries that are called as their documentation calls them, or not at all. */
const isGuest = (specifier: string): boolean =>
  /^(?:@?koa(?:[-/].+)?|fastify|i18next|rate-limiter-flexible|clipanion|tapable)$/.test(specifier);

const options: ParserOptions = { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const everyNode = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(everyNode)];

const part = (node: Node | null, key: string): Node | null => {
  const value = node?.[key];
  return isNode(value) ? value : null;
};

/** The names that code or a type mentions, modules of `import()` among them. */
const mentions = (node: Node): string[] =>
  everyNode(node).flatMap(({ name, value }) => [name, value].filter((word) => typeof word === 'string'));

/** The parts of a declaration: what it names, and what it is made of. */
const declared = (node: Node): { readonly names: readonly string[]; readonly of: readonly Node[] } | null => {
  const { type } = node;
  const [id, source] = [part(node, 'id'), part(node, 'source')];
  if (type === 'ImportDeclaration' && source !== null)
    return { names: childrenOf(node).flatMap((one) => (one === source ? [] : mentions(one))), of: [source] };
  if (id === null || (type !== 'TSTypeAliasDeclaration' && type !== 'VariableDeclarator')) return null;
  const typed = part(id, 'typeAnnotation');
  const of = [typed, part(node, 'init'), type === 'VariableDeclarator' ? null : part(node, 'typeAnnotation')];
  const names = typed === null ? mentions(id) : [String(id['name'])];
  return { names, of: of.filter((one) => one !== null) };
};

/** Every name in a file that comes from one of these libraries, by whichever way. */
const guestsOf = (all: readonly Node[]): ReadonlySet<string> => {
  const guests = new Set<string>();
  const known = (word: string): boolean => guests.has(word) || isGuest(word);
  const declarations = all.flatMap((node) => declared(node) ?? []);
  for (let size = -1; size < guests.size; ) {
    size = guests.size;
    for (const { names, of } of declarations)
      if (of.some((node) => mentions(node).some(known))) for (const name of names) guests.add(name);
  }
  return guests;
};

/** Whether a value was made here: an object, what is called unknown first, or a variable of either kind. */
const isMadeUp = (value: Node | null, all: readonly Node[]): boolean => {
  if (value === null) return false;
  if (value.type === 'ObjectExpression') return true;
  if (value.type === 'TSAsExpression') return part(value, 'typeAnnotation')?.type === 'TSUnknownKeyword';
  if (value.type !== 'Identifier') return false;
  return all.some((node) => {
    const id = part(node, 'id');
    if (node.type !== 'VariableDeclarator' || id?.['name'] !== value['name']) return false;
    const typed = part(part(id, 'typeAnnotation'), 'typeAnnotation');
    return typed?.type === 'TSUnknownKeyword' || isMadeUp(part(node, 'init'), all);
  });
};

/** Types that let anything through. */
const anything: ReadonlySet<string> = new Set(['TSNeverKeyword', 'TSAnyKeyword']);

/** Casts of made-up values to types of those libraries, or to `never` for a call of one, as they are written. */
export const madeUpOf = (source: string): string[] => {
  // Most files mention none of them, and need no parser.
  if (!/'(?:@?koa|fastify|i18next|rate-limiter-flexible|clipanion|tapable)/.test(source)) return [];
  const file: unknown = parse(source, options);
  if (!isNode(file)) return [];
  const all = everyNode(file);
  const guests = guestsOf(all);
  const given = new Set(
    all.flatMap((node) => {
      const callee = node.type === 'CallExpression' ? part(node, 'callee') : null;
      return callee !== null && mentions(callee).some((name) => guests.has(name)) ? nodes(node['arguments']) : [];
    }),
  );
  return all
    .filter((node) => {
      const type = part(node, 'typeAnnotation');
      if (node.type !== 'TSAsExpression' || type === null) return false;
      if (anything.has(type.type)) return given.has(node);
      return mentions(type).some((name) => guests.has(name)) && isMadeUp(part(node, 'expression'), all);
    })
    .map(({ start, end }) => source.slice(start, end));
};
