import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Recording } from './recording.ts';

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Calls `seen` with the arguments of each call of a method of this one object, before the call. */
const before = (target: object, name: string, seen: (args: readonly unknown[]) => void): void => {
  const method = Reflect.get(target, name) as Method;
  const watched: Method = function (...args) {
    seen(args);
    return method.apply(this, args);
  };
  Object.defineProperty(target, name, { value: watched, configurable: true, writable: true });
};

/** Header lines as `writeHead()` takes them: a flat list, pairs, or an object. */
const linesOf = (headers: unknown): (readonly [name: string, value: string])[] => {
  if (!Array.isArray(headers))
    return Object.entries(Object(headers) as object).map(([name, value]) => [name, String(value)]);
  if (Array.isArray(headers[0])) return headers.map((pair: unknown[]) => [String(pair[0]), String(pair[1])]);
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([String(headers[at]), String(headers[at + 1])]);
  return pairs;
};

/** Copies the bodies of request and response while others read and write them. Changes nothing. */
export const watchBodies = (req: IncomingMessage, res: ServerResponse, recording: Recording): void => {
  before(req, 'push', ([chunk, encoding]) => recording.received.add(chunk, encoding));
  before(res, 'write', ([chunk, encoding]) => recording.sent.add(chunk, encoding));
  before(res, 'end', ([chunk, encoding]) => recording.sent.add(chunk, encoding));
  before(res, 'writeHead', (args) => {
    const last = args.at(-1);
    const given = args.length > 1 && typeof last === 'object' && last !== null ? linesOf(last) : [];
    const names = new Set(given.map(([name]) => name.toLowerCase()));
    const set = Object.entries(res.getHeaders())
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => [name, String(value)] as const);
    recording.responseHeaders = [...set, ...given];
  });
};
