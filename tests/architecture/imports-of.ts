import { parse } from '@swc/core';

/** One import of a module, however it is written. */
export interface Import {
  readonly specifier: string;
  /** Gone once compiled: `import type`, `export type`, `import('x').Y` in a type, `declare module`. */
  readonly typeOnly: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const textOf = (literal: unknown): string | null =>
  isNode(literal) && typeof literal.value === 'string' ? literal.value : null;

/** What a node of the syntax tree imports, or null. */
const importOf = (node: Node, requires: boolean): Import | null => {
  const made = (literal: unknown, typeOnly: boolean): Import | null => {
    const specifier = textOf(literal);
    return specifier === null ? null : { specifier, typeOnly };
  };
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return made(node.source, node.typeOnly === true);
    case 'TsImportType':
      return made(node.argument, true);
    case 'TsModuleDeclaration':
      return made(node.id, true);
    case 'CallExpression': {
      const [first] = node.arguments as readonly Node[];
      const { callee } = node;
      // `require` of createRequire(), which loads a package late where code is synchronous.
      const loads = isNode(callee) && (callee.type === 'Import' || (requires && callee.value === 'require'));
      return loads ? made(first?.expression, false) : null;
    }
    default:
      return null;
  }
};

const collect = (value: unknown, requires: boolean, found: Import[] = []): Import[] => {
  if (Array.isArray(value)) for (const entry of value) collect(entry, requires, found);
  else if (isNode(value)) {
    const one = importOf(value, requires);
    if (one !== null) found.push(one);
    for (const child of Object.values(value)) collect(child, requires, found);
  }
  return found;
};

const read = async (source: string): Promise<Import[]> =>
  collect((await parse(source, { syntax: 'typescript' })).body, source.includes('createRequire('));

const known = new Map<string, Promise<Import[]>>();

/** Every module that TypeScript source imports, from its syntax tree: comments and texts do not count. Read once. */
export const importsOf = (source: string): Promise<Import[]> => {
  const found = known.get(source) ?? read(source);
  known.set(source, found);
  return found;
};
