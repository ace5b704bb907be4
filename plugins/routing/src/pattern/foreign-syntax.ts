/** The syntax of another router's parameters, and how to write them in Taproot. */
interface Syntax {
  readonly form: RegExp;
  /** Says how to write the parameter in Taproot. */
  readonly reason: (segment: string, match: RegExpExecArray) => string;
}

const marks: Readonly<Record<string, string>> = { '?': '?', '*': '*', '+': '*' };

/** `:id`, `:id?`, `:id(\d+)`, `:id{[0-9]+}`, `:path*` in braces. */
const withBraces = (segment: string): string =>
  segment.replaceAll(
    /:([A-Za-z_]\w*)(?:\(([^)]*)\)|\{([^}]*)\})?([?*+])?/g,
    (_all, name: string, inParentheses?: string, inBraces?: string, mark = '') => {
      const constraint = inParentheses ?? inBraces;
      return `{${name}${marks[mark] ?? ''}${constraint === undefined ? '' : `:${constraint.replaceAll(/^\^|\$$/g, '')}`}}`;
    },
  );

// Express, Fastify, Koa, Hono, Rails. A colon elsewhere is text: `/items:batch`.
const colon = /(?:^|[-._~@]):[A-Za-z_]\w*/;

const constraints: Readonly<Record<string, string>> = { int: ':[0-9]+', path: '*' };

const foreign: readonly Syntax[] = [
  {
    form: /^\*{1,2}([A-Za-z_]\w*)?$/,
    reason: (segment, [, name = 'path']) =>
      `"${segment}" takes no more than itself: write the wildcard as "{${name}*}"`,
  },
  {
    form: /^\{(?:\*{1,2}|\.\.\.)([A-Za-z_]\w*)\}$/,
    reason: (segment, [, name = 'path']) => `write the wildcard "${segment}" as "{${name}*}"`,
  },
  {
    form: /^\{([A-Za-z_]\w*)\}([?*])$/,
    reason: (segment, [, name = '', mark = '']) => `write "${segment}" as "{${name}${marks[mark] ?? ''}}"`,
  },
  {
    // Flask, Django, Bottle.
    form: /^<(?:(\w+):)?([A-Za-z_]\w*)>$/,
    reason: (segment, [, kind = '', name = '']) =>
      `write the parameter "${segment}" as "{${name}${constraints[kind] ?? ''}}"`,
  },
  {
    // Next, Nuxt, SvelteKit.
    form: /^\[{1,2}(\.{3})?([A-Za-z_]\w*)\]{1,2}$/,
    reason: (segment, [, rest, name = '']) =>
      `write the parameter "${segment}" as "{${name}${rest === undefined ? (segment.startsWith('[[') ? '?' : '') : '*'}}"`,
  },
  {
    form: /^\.{1,2}$/,
    reason: (segment) => `no request has the segment "${segment}": write the path without it`,
  },
];

/**
 * The reason to refuse a segment with a parameter in the syntax of another router, because it would match only its own text. Null for any
 * other segment.
 */
export const foreignSyntax = (segment: string): string | null => {
  const outside = segment.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');
  if (colon.test(outside)) return `write the parameter "${segment}" as "${withBraces(segment)}"`;
  for (const { form, reason } of foreign) {
    const match = form.exec(segment);
    if (match !== null) return reason(segment, match);
  }
  return null;
};

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

const kinds: Readonly<Record<string, string>> = {
  int: '[0-9]+',
  integer: '[0-9]+',
  number: '[0-9]+',
  uuid: '[0-9a-f-]{36}',
  alpha: '[A-Za-z]+',
  slug: '[a-z0-9-]+',
};

/** The reason why a literal text matches no request, or null. */
export const deadText = (text: string): string | null => {
  if (text.includes('\\')) return `no request has a backslash, as in "${text}": write an expression as "{name:[0-9]+}"`;
  if (/%[\dA-Fa-f]{2}/.test(text)) {
    const right = decoded(text);
    return right === null || /[/\\]/.test(right)
      ? `"${text}" is escaped, but paths are compared decoded: use a parameter in its place`
      : `"${text}" is escaped, but paths are compared decoded: write "${right}"`;
  }
  if (/\?[\w[\].-]+=/.test(text))
    return `"${text}" has a query, which is no part of a pattern: write the path without it`;
  return null;
};

/** The reason to refuse a constraint that is the name of a type in another router, and not an expression; or null. */
export const namedConstraint = (name: string, constraint: string): string | null => {
  const right = Object.hasOwn(kinds, constraint) ? kinds[constraint] : undefined;
  return right === undefined
    ? null
    : `"{${name}:${constraint}}" matches only "${constraint}": write "{${name}:${right}}"`;
};
