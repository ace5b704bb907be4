import type { OutgoingHttpHeader, ServerResponse } from 'node:http';

type Pair = readonly [name: string, value: OutgoingHttpHeader];

/** The headers given to `writeHead()`: an object, a list of pairs, or a flat list. */
const pairsOf = (headers: unknown): Pair[] => {
  if (typeof headers !== 'object' || headers === null) return [];
  if (!Array.isArray(headers)) return Object.entries(headers).filter(([, value]) => value !== undefined);
  if (Array.isArray(headers[0])) return headers as Pair[];
  const flat = headers as string[];
  return flat.flatMap((name, at): Pair[] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
};

const setAll = (res: ServerResponse, pairs: readonly Pair[]): void => {
  const values = new Map<string, [name: string, values: string[]]>();
  for (const [name, value] of pairs) {
    const known = values.get(name.toLowerCase());
    const texts = [value].flat().map(String);
    if (known === undefined) values.set(name.toLowerCase(), [name, texts]);
    else known[1].push(...texts);
  }
  for (const [name, texts] of values.values()) res.setHeader(name, texts.length === 1 ? String(texts[0]) : texts);
};

const made = new WeakSet<object>();

/**
 * Makes `writeHead()` set its headers on the response first. Middleware that replaces `writeHead()` can then read and remove them, and
 * later code still finds them. Call this after the middleware has replaced `writeHead()`.
 */
export const headBySetHeader = (res: ServerResponse): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called with this response
  const { writeHead: inner } = res;
  if (made.has(inner)) return;
  const writeHead = (status: number, ...rest: readonly unknown[]): unknown => {
    const [reason, headers] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
    setAll(res, pairsOf(headers));
    return Reflect.apply(inner, res, reason === undefined ? [status] : [status, reason]);
  };
  made.add(writeHead);
  Object.assign(res, { writeHead });
};
