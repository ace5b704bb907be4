import type { Node, SourceFile, Statement } from './source-file.ts';

/** A list of a source file: an array, or an object whose members are its entries. */
export interface List {
  readonly kind: 'array' | 'object';
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Node[];
}

interface Syntax extends Node {
  readonly [key: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null && 'type' in value;

const onlyReturned = (body: unknown): unknown => {
  if (!isSyntax(body) || body.type !== 'BlockStatement' || !Array.isArray(body.body)) return null;
  const [only, ...others] = body.body as unknown[];
  return others.length === 0 && isSyntax(only) && only.type === 'ReturnStatement' ? only.argument : null;
};

/** The list in an expression: a literal, a literal with a type after it, or a function that only returns one. Null for anything else. */
export const listIn = (expression: unknown): List | null => {
  if (!isSyntax(expression)) return null;
  const { type, start, end } = expression;
  switch (type) {
    case 'ArrayExpression':
    case 'ObjectExpression': {
      const entries = type === 'ArrayExpression' ? expression.elements : expression.properties;
      const kind = type === 'ArrayExpression' ? 'array' : 'object';
      return { kind, start: start ?? 0, end: end ?? 0, entries: (entries as unknown[]).filter(isSyntax) };
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return listIn(expression.expression);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return listIn(
        isSyntax(expression.body) && expression.body.type === 'BlockStatement'
          ? onlyReturned(expression.body)
          : expression.body,
      );
    default:
      return null;
  }
};

const declared = (statement: Statement, name: string): unknown => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration' && declaration.id?.name === name) return declaration;
  if (declaration?.type !== 'VariableDeclaration') return undefined;
  return declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)?.init;
};

/** The list that a module keeps under a top-level name, or exports as `default`; null when it is not a plain list. */
export const findList = (file: SourceFile, name: string): List | null => {
  for (const statement of file.body) {
    if (name === 'default' && statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      return declaration.type === 'Identifier' ? findList(file, declaration.name) : listIn(declaration);
    }
    const value = declared(statement, name);
    if (value !== undefined) return listIn(value);
  }
  return null;
};
