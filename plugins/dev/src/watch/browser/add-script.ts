import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { allowScript, nonceOf } from './allow-script.ts';
import { scriptTag } from './page-script.ts';

const policyName = 'content-security-policy';

const originOf = (req: IncomingMessage): string =>
  `${(req.socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http'}://${req.headers.host ?? ''}`;

type Line = readonly [name: string, value: string];

/** Headers as `writeHead()` takes them: a flat list, pairs or an object. */
const linesOf = (headers: unknown): Line[] => {
  if (!Array.isArray(headers))
    return Object.entries(Object(headers) as OutgoingHttpHeaders).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): Line => [name, String(one)]),
    );
  const flat = (headers as unknown[]).flat();
  return flat.flatMap((name, at): Line[] => (at % 2 === 0 ? [[String(name), String(flat[at + 1])]] : []));
};

/** Sets the headers of `writeHead()` on the response, where they can be changed one by one. */
const adopt = (res: ServerResponse, given: readonly Line[]): void => {
  for (const [name] of given) res.removeHeader(name);
  for (const [name, value] of given) res.appendHeader(name, value);
};

/** Whether the response is a whole HTML page, to which a script can be added. */
const isPage = (res: ServerResponse, status: number, given: readonly Line[]): boolean => {
  const valueOf = (name: string): string =>
    given.findLast(([each]) => each.toLowerCase() === name)?.[1] ?? String(res.getHeader(name) ?? '');
  return (
    /^text\/html\b/i.test(valueOf('content-type')) &&
    ![204, 206, 304].includes(status) &&
    ['', 'identity'].includes(valueOf('content-encoding').toLowerCase())
  );
};

/** Allows the script in the policies of a page, and adds its length to Content-Length. Returns the script element. */
const prepare = (req: IncomingMessage, res: ServerResponse, state: string): string => {
  const policies = [res.getHeader(policyName) ?? []].flat().map(String);
  const nonce = policies.map(nonceOf).find((found) => found !== '') ?? '';
  const widened = policies.map((policy) => allowScript(policy, originOf(req)));
  if (widened.length > 0) res.setHeader(policyName, widened);
  const tag = scriptTag(state, nonce);
  const length = res.getHeader('content-length');
  if (length !== undefined) res.setHeader('content-length', Number(length) + tag.length);
  return tag;
};

type Method = (this: ServerResponse, ...args: unknown[]) => unknown;

/**
 * If a page answers this request, adds the script with the `state` of the application to its end, and allows the script in the page's
 * policy. All other responses stay unchanged.
 */
export const addScript = (req: IncomingMessage, res: ServerResponse, state: string): void => {
  let tag: string | null = null;
  const wrap = (name: 'writeHead' | 'write' | 'end', make: (method: Method) => Method): void => {
    const method = Reflect.get(res, name) as Method;
    Object.defineProperty(res, name, { value: make(method), configurable: true, writable: true });
  };
  wrap(
    'writeHead',
    (writeHead) =>
      function (...args) {
        if (tag !== null) return writeHead.apply(this, args);
        const last = args.at(-1);
        const given = typeof last === 'object' && last !== null ? linesOf(last) : [];
        if (!isPage(this, Number(args[0]), given)) {
          tag = '';
          return writeHead.apply(this, args);
        }
        adopt(this, given);
        tag = prepare(req, this, state);
        return writeHead.apply(
          this,
          args.filter((value) => typeof value !== 'object'),
        );
      },
  );
  wrap(
    'write',
    (write) =>
      function (...args) {
        tag ??= isPage(this, this.statusCode, []) ? prepare(req, this, state) : '';
        return write.apply(this, args);
      },
  );
  wrap(
    'end',
    (end) =>
      function (chunk, ...rest) {
        tag ??= isPage(this, this.statusCode, []) ? prepare(req, this, state) : '';
        if (tag === '') return end.call(this, chunk, ...rest);
        if (typeof chunk === 'function' || chunk === undefined || chunk === null) return end.call(this, tag, chunk);
        const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8';
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk as Uint8Array);
        return end.call(
          this,
          Buffer.concat([bytes, Buffer.from(tag)]),
          rest.find((value) => typeof value === 'function'),
        );
      },
  );
};
