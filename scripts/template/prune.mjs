import { parse } from '@babel/parser';

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string';
const comments = new Set(['leadingComments', 'innerComments', 'trailingComments']);

/** Every node with those around it, the innermost last. */
const walk = function* (node, around = []) {
  const path = [...around, node];
  yield path;
  for (const [key, value] of Object.entries(node)) {
    if (comments.has(key)) continue;
    for (const child of [value].flat()) if (isNode(child)) yield* walk(child, path);
  }
};

/** Whether a name is used here, not declared, and not the name of a member. */
const isUse = (path) => {
  const [node, parent] = [path.at(-1), path.at(-2)];
  if (node.type !== 'Identifier' || node === parent.id) return false;
  if (parent.type.startsWith('Import')) return false;
  return parent.computed === true || (node !== parent.property && node !== parent.key);
};

const isStatement = ({ type }) => /(?:Statement|Declaration)$/.test(type) && type !== 'BlockStatement';

/** The smallest thing around the last node of `path` that an author would take out with it. */
const removable = (path, lists) => {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const [list, parent, node] = [path[depth - 2], path[depth - 1], path[depth]];
    const isList = list?.type === 'VariableDeclarator' || /^TS(?:As|Satisfies)Expression$/.test(list?.type);
    if (parent.type === 'ArrayExpression' && isList) return { node, siblings: parent.elements };
    if (parent.type === 'ObjectExpression' && isList) return { node, siblings: parent.properties };
    if (parent.type === 'CallExpression' && parent.arguments.includes(node)) {
      const { callee } = parent;
      if (lists.has(callee.property?.name)) {
        if (parent.arguments.length > 1) return { node, siblings: parent.arguments };
        return { node, start: callee.object.end, end: parent.end };
      }
    }
    if (isStatement(node)) return { node: parent.type === 'ExportNamedDeclaration' ? parent : node };
  }
  throw new Error('nothing around it can be taken out');
};

/** Where the comments right above a node begin, or the node itself. */
const beginOf = (text, { start, leadingComments = [] }) =>
  leadingComments.reduceRight((begin, comment) => {
    const isAlone = /(?:^|\n)[ \t]*$/.test(text.slice(0, comment.start));
    return isAlone && /^\s*$/.test(text.slice(comment.end, begin)) && !/\n\s*\n/.test(text.slice(comment.end, begin))
      ? comment.start
      : begin;
  }, start);

/** From where to where the text goes: with the comments above, and the comma of a list. */
const spanOf = (text, { node, siblings = [], start, end }) => {
  if (start !== undefined) return { start, end };
  // The last of a list without a comma behind takes the comma before.
  if (siblings.length > 1 && siblings.at(-1) === node && !/^\s*,/.test(text.slice(node.end)))
    return { start: siblings.at(-2).end, end: node.end };
  const before = text.slice(0, beginOf(text, node));
  const behind = /^[ \t]*,?[ \t]*\n?/.exec(text.slice(node.end)) ?? [''];
  return { start: before.replace(/(?<=^|\n)[ \t]+$/, '').length, end: node.end + behind[0].length };
};

const dotted = (node) =>
  node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.property.type === 'Identifier'
    ? `${node.object.name}.${node.property.name}`
    : null;

const limiter = /^facades\s*\.RateLimiter\(\)\s*\.for\('([^']+)'/;

/** One pass: the text without what `gone` says, and what that leaves without use; the same text when there is nothing. */
const pass = (text, gone) => {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const paths = [...walk(program)];
  const uses = new Map();
  for (const path of paths.filter(isUse)) uses.set(path.at(-1).name, (uses.get(path.at(-1).name) ?? 0) + 1);
  const unused = (name) => gone.known.has(name) && !uses.has(name);
  const cuts = [];
  const cut = (path, names = []) => {
    cuts.push(removable(path, gone.lists));
    for (const name of names) gone.names.add(name);
  };
  for (const path of paths) {
    const node = path.at(-1);
    if (node.type === 'ImportDeclaration') {
      const locals = node.specifiers.map(({ local }) => local.name);
      if (gone.isGone(node.source.value)) cut(path, locals);
      else if (locals.length > 0 && locals.every(unused)) cut(path);
      else
        for (const specifier of node.specifiers.filter(({ local }) => unused(local.name)))
          cuts.push({ node: specifier, siblings: node.specifiers });
    } else if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      if (unused(node.id.name) && path.at(-3).type !== 'ExportNamedDeclaration') cut(path);
    } else if (node.type === 'ExpressionStatement') {
      const call = node.expression;
      const [, name] = limiter.exec(text.slice(node.start, node.end)) ?? [];
      // A group without routes is refused at boot.
      const [group] = call.callee?.property?.name === 'group' ? call.arguments : [];
      if (group?.body?.body?.length === 0 || (name !== undefined && gone.isFree(name))) cut(path);
    } else if (isUse(path) ? gone.names.has(node.name) : gone.members.has(dotted(node) ?? '')) {
      cut(path);
      const declared = cuts.at(-1).node;
      if (declared.type === 'VariableDeclaration') for (const { id } of declared.declarations) gone.names.add(id.name);
    }
  }
  for (const name of uses.keys()) gone.known.add(name);
  const spans = cuts.map((one) => spanOf(text, one)).toSorted((a, b) => b.start - a.start || b.end - a.end);
  let [left, edge] = [text, text.length + 1];
  // The outermost of those that lie within one another.
  for (const { start, end } of spans) {
    if (spans.some((one) => one.start <= start && end <= one.end && one.end - one.start > end - start)) continue;
    if (end > edge || start === edge) continue;
    left = left.slice(0, start) + left.slice(end);
    edge = start;
  }
  return left;
};

/** See prune.d.mts. */
export const prune = (text, { isGone, members, lists, isFree = () => false }) => {
  const gone = { isGone, members, lists, isFree, names: new Set(), known: new Set() };
  let before = '';
  let after = text;
  while (before !== after) [before, after] = [after, pass(after, gone)];
  return after;
};
