import type { JsonObject } from '../json.ts';
import type { ClientReplyBody, ClientRoute } from './client-route.ts';
import { sampleOf } from './samples.ts';
import { keyText } from './type-names.ts';

/** `mocks.js` and `mocks.d.ts`: handlers of MSW for the routes. The application installs `msw` itself. */
export const mockFiles = (document: JsonObject, routes: readonly ClientRoute[]): Readonly<Record<string, string>> => {
  const lines = routes.map((route) => `  ${keyText(route.name)}: ${JSON.stringify(sampleReply(document, route))},\n`);
  return {
    'mocks.js': `import { http, HttpResponse } from 'msw';\nimport { routes } from './routes.js';\n\nconst samples = {\n${lines.join('')}};\n\n${program}`,
    'mocks.d.ts': declarations,
  };
};

/** The answer of a route whose test gives none: its first success, with a value that the document allows. */
const sampleReply = (document: JsonObject, { replies }: ClientRoute): object => {
  const first = replies.find(({ status }) => status < 300) ?? replies.find(({ status }) => status < 400) ?? replies[0];
  if (first === undefined) return { status: 200 };
  const [body] = first.bodies;
  const data = body === undefined ? undefined : sampleBody(document, body);
  return { status: first.status, ...(data === undefined ? {} : { [first.status < 400 ? 'data' : 'problem']: data }) };
};

const sampleBody = (document: JsonObject, { kind, schema, events = [] }: ClientReplyBody): unknown => {
  switch (kind) {
    case 'j':
      return sampleOf(document, schema);
    case 'e':
    case 's':
      return events.map(({ name, schema: data }) => ({
        ...(name === null ? {} : { event: name }),
        data: sampleOf(document, data),
      }));
    case 't':
    case 'h':
      return 'text';
    default:
      return undefined;
  }
};

// The handlers are made of the same table as the client, so both have the same methods and paths.
const program = `const types = { t: 'text/plain', h: 'text/html', e: 'text/event-stream', s: 'text/event-stream', b: 'application/octet-stream' };

const eventText = ({ id, event, data }) =>
  [id && \`id: \${id}\`, event && \`event: \${event}\`, ...(typeof data === 'string' ? data : JSON.stringify(data)).split('\\n').map((line) => \`data: \${line}\`)]
    .filter(Boolean)
    .join('\\n') + '\\n\\n';

const respond = (kinds, { status, data, problem, headers }) => {
  const body = status < 400 ? data : problem;
  const init = { status, headers };
  if (body === undefined) return new HttpResponse(null, init);
  if (body instanceof Response) return body;
  const [kind] = kinds.get(status) ?? 'j';
  if (kind === 'j') return HttpResponse.json(body, init);
  const text = kind === 'e' || kind === 's' ? body.map(eventText).join('') : body;
  const type = body instanceof Blob && body.type !== '' ? body.type : types[kind];
  return new HttpResponse(text, { status, headers: { 'Content-Type': type, ...headers } });
};

export const mock = (name, reply = samples[name], { baseUrl = '*' } = {}) => {
  const [method, pattern, ...replies] = routes.calls[name].split(' ');
  const kinds = new Map(replies.map((text) => [Number(text.slice(0, 3)), text.slice(3).split(':')[0] || 'j']));
  const path = pattern.replace(/\\{([^{}?*]+)([?*]?)\\}/g, ':$1$2');
  return http[method.split(/[+=]/)[0].toLowerCase()](baseUrl + path, async (info) =>
    respond(kinds, typeof reply === 'function' ? await reply(info) : reply),
  );
};

export const mocks = (options) => Object.keys(samples).map((name) => mock(name, undefined, options));
`;

const declarations = `import type { Failed, NotModified, Ok } from '@taproot/client';
import type { HttpHandler, PathParams } from 'msw';
import type { Routes } from './routes.js';

/** A response that a route can give, in the types of the client. */
export type MockReply<Name extends keyof Routes> = ReplyOf<Routes[Name]['result']>;

type ReplyOf<Result> =
  | (Result extends Ok<infer Status, infer Data>
      ? { readonly status: Status; readonly headers?: Record<string, string> } & DataOf<Data>
      : never)
  | (Result extends NotModified ? { readonly status: 304; readonly headers?: Record<string, string> } : never)
  | (Result extends Failed<infer Status, infer Problem>
      ? { readonly status: Status; readonly headers?: Record<string, string>; readonly problem: Problem }
      : never);

type DataOf<Data> = [Data] extends [undefined]
  ? { readonly data?: undefined }
  : [Data] extends [AsyncIterable<infer Event>]
    ? { readonly data: readonly EventOf<Event>[] }
    : { readonly data: Data };

type EventOf<Event> = Event extends { readonly event: infer Name; readonly data: infer Data }
  ? { readonly id?: string; readonly event?: Name; readonly data: Data }
  : never;

/** Where the client expects the application: its \`baseUrl\`. Every host by default. */
export interface MockOptions {
  readonly baseUrl?: string;
}

/** A request to a mocked route. */
export interface MockRequest {
  readonly request: Request;
  readonly params: PathParams;
}

/** Handles one route with a response, or with a function of the request that gives one. Without either, it answers with a sample. */
export declare const mock: <Name extends keyof Routes>(
  name: Name,
  reply?: MockReply<Name> | ((request: MockRequest) => MockReply<Name> | Promise<MockReply<Name>>),
  options?: MockOptions,
) => HttpHandler;

/** Handlers of all routes, each with a sample. Put handlers of your own before them. */
export declare const mocks: (options?: MockOptions) => HttpHandler[];
`;
