import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';
import type { CheckedResponse } from './check.ts';

/** A function; the stack of errors begins at its caller. */
export type Caller = (...args: never[]) => unknown;

const shownBytes = 2048;
const textual = /^text\/|json|xml|javascript|x-www-form-urlencoded/i;

// Style sheets, scripts and pictures in a page would fill the whole message, so their content is left out.
const blocks = [
  { begin: '<style', open: /<style\b/i, close: /<\/style\b/i },
  { begin: '<script', open: /<script\b/i, close: /<\/script\b/i },
  { begin: '<svg', open: /<svg\b/i, close: /<\/svg\b/i },
];

/** The page with `...` in place of the content of each block of a kind. */
const emptied = (html: string, { begin, open, close }: (typeof blocks)[number]): string => {
  const [first = '', ...rest] = html.split(open);
  const pieces = rest.map((piece) => {
    const end = piece.search(close);
    return end === -1 ? piece : `>...${piece.slice(end)}`;
  });
  return [first, ...pieces].join(begin);
};

const withoutStyle = (html: string): string => blocks.reduce(emptied, html).replaceAll(/\n(?:[ \t]*\n)+/g, '\n');

const cut = (body: Buffer): string => {
  if (body.length <= shownBytes) return body.toString();
  return `${body.subarray(0, shownBytes).toString()}\n... and ${body.length - shownBytes} more bytes`;
};

const describeBody = (response: CheckedResponse): string => {
  const type = response.headers.get('content-type') ?? '';
  if (response.body.length === 0) return '(no body)';
  if (/^text\/html\b/i.test(type)) return cut(Buffer.from(withoutStyle(response.text)));
  return type === '' || textual.test(type) ? cut(response.body) : `(${response.body.length} bytes of ${type})`;
};

/** Request line, status, the beginning of the body, and the cause of a server error. */
const describe = (response: CheckedResponse): string => {
  const { method, target, status, statusText, error } = response;
  const lines = [`${method} ${target}`, `${status} ${statusText}`, '', describeBody(response)];
  if (status >= 500 && error !== undefined) lines.push('', 'It was answered for this error:', inspect(error));
  return lines.join('\n');
};

/** The error that every test runner shows as a failed assertion. Its stack begins at the caller of `caller`. */
export const assertionFailure = (problem: string, response: CheckedResponse, caller: Caller): AssertionError =>
  new AssertionError({ message: `${problem}\n\n${describe(response)}\n`, operator: 'fail', stackStartFn: caller });
