import type { RawBody } from './calls.ts';
import type { Spec } from './spec.ts';

/** The parts of a call's input that the client reads. */
export interface Input {
  /** Parameters of the path. */
  readonly params?: Readonly<Record<string, string | number | undefined>>;
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Headers that the route reads. */
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The body; JSON unless it has files. */
  readonly body?: unknown;
}

/**
 * The path and query of a call.
 * @throws TypeError when a parameter is missing, or would lead to another path
 */
export const encodeUrl = ({ name, pattern }: Spec, { params = {}, query }: Input): string => {
  const path = pattern.replace(/\/?\{([^{}?*]+)([?*]?)\}/g, (whole, key: string, kind) => {
    const slash = whole[0] === '/' ? '/' : '';
    // Without `hasOwn`, a parameter called `constructor` would read the inherited member.
    const value = Object.hasOwn(params, key) ? params[key] : null;
    if (value == null && kind === '?') return '';
    const text = String(value ?? '');
    const parts = kind === '*' ? text.split('/') : [text];
    // Browsers resolve dots before they send the path, encoded or not.
    if (parts.some((part) => part === '.' || part === '..') || (parts[0] === '' && kind !== '*'))
      throw new TypeError(`${name}: the parameter ${key} is ${text === '' ? 'missing' : `"${text}"`}`);
    return slash + parts.map(encodeURIComponent).join('/');
  });
  let search = '';
  flatten(query, '', '', (key, value) => {
    search += `${search ? '&' : '?'}${encodeURIComponent(key)}=${encodeURIComponent(value as string)}`;
  });
  // Browsers read two slashes at the beginning of an address as another host.
  if (path.startsWith('//')) throw new TypeError(`${name}: "${path}" would be another host`);
  return (path || '/') + search;
};

/** The body of a call: as it is, JSON, or a form when there are files in it. */
export const encodeBody = ({ files, raw }: Spec, body: unknown): RawBody | FormData => {
  if (raw !== undefined) return body as RawBody;
  if (!files || !hasFile(body)) return JSON.stringify(body);
  const form = new FormData();
  flatten(body, '', '[]', (key, value) => form.append(key, value));
  return form;
};

const hasFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(hasFile));

/** Calls `add` for every value, with its name in brackets: `filter[state]`. Undefined and null are left out. */
const flatten = (value: unknown, key: string, list: string, add: (key: string, value: string | Blob) => void): void => {
  if (value == null) return;
  if (value instanceof Blob) add(key, value);
  else if (value instanceof Date) add(key, value.toISOString());
  else if (Array.isArray(value))
    value.forEach((entry, i) => {
      const plain = typeof entry !== 'object' || entry instanceof Blob || entry instanceof Date;
      flatten(entry, key + (plain ? list : `[${i}]`), list, add);
    });
  else if (typeof value === 'object')
    for (const [name, member] of Object.entries(value)) flatten(member, key ? `${key}[${name}]` : name, list, add);
  else add(key, `${value as number}`);
};
