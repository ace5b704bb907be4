import type { RootRouter } from '@taproot/routing';
import { answered, failed, type ToolAnswer } from '../tool.ts';
import type { ArgumentPlace, RouteTool } from './read-tool.ts';

/** The request of an agent, as far as the request to a route takes from it. */
export interface Caller {
  /** `https://api.example.com` */
  readonly origin: string;
  /** Address of the agent. */
  readonly ip: string;
  readonly headers: Headers;
}

/** How routes are called. */
export interface Dispatch {
  readonly router: RootRouter;
  /** Headers that are handed on, in lower case. */
  readonly forwarded: readonly string[];
  readonly maxOutput: number;
}

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value of the query: lists repeat their name, members of objects are in brackets. */
const addQuery = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const each of value) query.append(name, textOf(each));
  else if (isObject(value)) for (const [key, each] of Object.entries(value)) addQuery(query, `${name}[${key}]`, each);
  else query.append(name, textOf(value));
};

const at = (given: Given, places: RouteTool['places'], ...wanted: readonly ArgumentPlace[]): [string, unknown][] =>
  Object.entries(given).filter(([name]) => wanted.some((place) => places.get(name) === place));

/**
 * The name of an argument that would lead to another path: an empty segment, or one of dots, which is also resolved when it is encoded. Null
 * if there is none.
 */
const straying = (given: Given, places: RouteTool['places']): string | null => {
  const strays = (value: unknown): boolean => /^\.{0,2}$/.test(textOf(value));
  const found =
    at(given, places, 'path').find(([, value]) => strays(value)) ??
    at(given, places, 'wildcard').find(([, value]) => textOf(value).split('/').some(strays));
  return found?.[0] ?? null;
};

const pathOf = ({ template, places }: RouteTool, given: Given): string =>
  template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const text = textOf(given[name] ?? '');
    return places.get(name) === 'wildcard'
      ? text.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(text);
  });

const bodyOf = ({ places }: RouteTool, given: Given): string | null => {
  const [whole] = at(given, places, 'whole-body');
  if (whole !== undefined) return JSON.stringify(whole[1]);
  const members = at(given, places, 'body');
  const takesBody = [...places.values()].includes('body');
  return takesBody ? JSON.stringify(Object.fromEntries(members)) : null;
};

/** The request to a route. */
const requestFor = (
  tool: RouteTool,
  given: Given,
  caller: Caller,
  forwarded: readonly string[],
  signal: AbortSignal,
) => {
  const url = new URL(caller.origin + pathOf(tool, given));
  for (const [name, value] of at(given, tool.places, 'query')) addQuery(url.searchParams, name, value);
  const headers = new Headers({ accept: 'application/json, text/*;q=0.9, */*;q=0.5' });
  // An argument is written by a model, so it must not replace what the agent's own request says, such as its credentials.
  for (const [name, value] of at(given, tool.places, 'header')) headers.set(name, textOf(value));
  for (const name of forwarded) {
    const value = caller.headers.get(name);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const body = bodyOf(tool, given);
  if (body !== null) headers.set('content-type', 'application/json');
  return new globalThis.Request(url, { method: tool.method, headers, body, signal });
};

const isText = (type: string): boolean => /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b)/.test(type);

/** Reads a body up to `limit` characters; the rest is not read. */
const readText = async (response: globalThis.Response, limit: number): Promise<{ text: string; isCut: boolean }> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > limit) return { text: text.slice(0, limit), isCut: true };
  }
  return { text, isCut: false };
};

const advice = 'Ask for less, for example with a smaller page.';

const answerOf = async (response: globalThis.Response, limit: number): Promise<ToolAnswer> => {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const say = status < 400 ? answered : failed;
  const place = headers.get('location');
  if (status >= 300 && status < 400 && place !== null) return say(`${status}: the answer is at ${place}`);
  if (response.body !== null && (type.startsWith('text/event-stream') || !isText(type))) {
    await response.body.cancel();
    return failed(`${status}: the body is ${type === '' ? 'of no known type' : type}, which a tool cannot show.`);
  }
  const { text, isCut } = await readText(response, limit);
  const shown = text === '' ? `${status}: done, without a body` : text;
  return say(
    `${status < 400 ? '' : `${status}: `}${shown}${isCut ? `\n\n[Cut after ${limit} characters. ${advice}]` : ''}`,
  );
};

/** Calls a route as a tool: in process, through the same middleware as any request. */
export const callRoute = async (
  tool: RouteTool,
  given: Given,
  caller: Caller,
  signal: AbortSignal,
  { router, forwarded, maxOutput }: Dispatch,
): Promise<ToolAnswer> => {
  const stray = straying(given, tool.places);
  if (stray !== null) return failed(`The argument "${stray}" must not be empty, and must have no segment of dots.`);
  const request = requestFor(tool, given, caller, forwarded, signal);
  return answerOf(await router.fetch(request, { ip: caller.ip }), maxOutput);
};
