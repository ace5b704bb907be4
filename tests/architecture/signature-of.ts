import { child, type Node, nameOf, nodes, type Source } from './source-tree.ts';

const onOneLine = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([([]) | ([)\]])/g, '$1$2')
    .replaceAll(/,([)\]>])/g, '$1')
    .replaceAll(/([=:(<]) \| /g, '$1 ')
    .replaceAll(/;( \}|$)/g, '$1')
    .trim();

const slice = (source: Source, start: number, end: number): string => onOneLine(source.text.slice(start, end));

/** The node, where it is a function. */
const functionOf = (node: Node | null): Node | null =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression' ? node : null;

/** `(name: string): string` of a function, as it is declared. */
const callOf = (source: Source, node: Node): string => {
  const end = child(node, 'returnType')?.end;
  const body = child(node, 'body')?.start ?? node.end;
  const text = source.text.slice(node.start, end ?? body).replace(/^async\s+/, '');
  return onOneLine(end === undefined ? text.replace(/=>\s*$/, '') : text);
};

const typed = (source: Source, node: Node): string => {
  const type = child(node, 'typeAnnotation');
  return type === null ? '' : slice(source, type.start, type.end);
};

/** `const name: Type`, or the call of a function that is a constant. */
const constant = (source: Source, declarator: Node): string => {
  const id = child(declarator, 'id');
  const name = nameOf(id) ?? '';
  const value = child(declarator, 'init');
  if (id !== null && child(id, 'typeAnnotation') !== null) return `${name}${typed(source, id)}`;
  const run = functionOf(value);
  return run === null ? name : `${name}${callOf(source, run)}`;
};

const heading = (source: Source, declaration: Node): string => {
  const body = child(declaration, 'body')?.start ?? declaration.end;
  return slice(source, declaration.start, body).replace(/^(?:export )?(?:default )?(?:declare )?/, '');
};

const modifiers = /^(?:(?:public|protected|override|async|declare|abstract) )+/;

/** What is declared, without its body, on one line. */
export const signatureOf = (source: Source, node: Node): string => {
  switch (node.type) {
    case 'VariableDeclarator':
      return constant(source, node);
    case 'TSTypeAliasDeclaration': {
      const type = child(node, 'typeAnnotation');
      const own = type?.type === 'TSTypeLiteral' ? type.start : node.end;
      return slice(source, node.start, own)
        .replace(/^export /, '')
        .replace(/ =$/, '');
    }
    case 'ClassProperty':
    case 'TSParameterProperty': {
      const value = child(node, 'value') ?? child(child(node, 'parameter'), 'right');
      const run = functionOf(value);
      if (run !== null) return `${nameOf(child(node, 'key')) ?? ''}${callOf(source, run)}`;
      const text = slice(source, node.start, value?.start ?? node.end);
      return text.replace(/ ?=$/, '').replace(modifiers, '');
    }
    case 'ClassMethod':
    case 'ObjectMethod':
    case 'TSDeclareMethod':
      return heading(source, node).replace(modifiers, '');
    case 'ObjectProperty': {
      const value = child(node, 'value');
      const name = nameOf(child(node, 'key')) ?? '';
      const run = functionOf(value);
      return run === null ? name : `${name}${callOf(source, run)}`;
    }
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return heading(source, node).replace(/^(?:async )?function /, '');
    default:
      return nodes(node.members).length > 0 || child(node, 'body') !== null
        ? heading(source, node)
        : slice(source, node.start, node.end).replace(/^export /, '');
  }
};
