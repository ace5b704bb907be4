/** A string literal of TypeScript. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}'`;

const plain = /^[A-Za-z_$][\w$]*$/;

/** The name of a member, in quotes if necessary. */
export const memberName = (name: string): string => (plain.test(name) ? name : quoted(name));

/** Text as a doc comment; nothing for none. */
export const docComment = (text: string, indent: string): string => {
  const lines = text.trim().replaceAll('*/', '*\\/').replaceAll('\0', '').split('\n');
  if (lines.length === 1) return lines[0] === '' ? '' : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

/** Names that the generated file uses itself, or that have a meaning in TypeScript. */
const taken = new Set(
  [
    'Api Routes routes Ok Failed Lost NotModified Redirected Invalid Problem Call OpenCall EventStream ServerEvent RawBody RouteTable',
    'DatedRouteTable Date Blob Array Readonly Record string number boolean null undefined unknown any never object symbol bigint void',
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in',
    'instanceof new return super switch this throw true try typeof var while with yield await let static implements interface package',
    'private protected public',
  ].flatMap((names) => names.split(' ')),
);

/** Gives each component of a document a unique TypeScript name. */
export const typeNames = (components: readonly string[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const component of components) {
    const base = component.replaceAll(/[^\w$]/g, '_').replace(/^(?=\d|$)/, '_');
    let name = used.has(base) ? `${base}Model` : base;
    for (let i = 2; used.has(name); i++) name = `${base}${i}`;
    used.add(name);
    names.set(component, name);
  }
  return names;
};

/** The name of a member in an object literal. Plain `__proto__` would be the prototype of the object. */
export const keyText = (name: string): string => (name === '__proto__' ? "['__proto__']" : quoted(name));
