import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/plugin';
import { errorType } from './error-type.ts';

const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '));

/** The method as spans and metrics may hold it: one of a few, so that no client can make up any number of series. */
export const methodOf = ({ method = '' }: IncomingMessage): string => (methods.has(method) ? method : '_OTHER');

const schemeOf = ({ socket }: IncomingMessage): string => ('encrypted' in socket ? 'https' : 'http');

/** The path that was asked for, without the query, which may hold tokens. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** The attributes of a request before it is served; `path` is what may be shown of its path. */
export const startAttributes = (request: IncomingMessage, path: string): Attributes => {
  const method = methodOf(request);
  const agent = request.headers['user-agent'];
  return {
    'http.request.method': method,
    ...(method === '_OTHER' && { 'http.request.method_original': request.method }),
    'url.path': path,
    'url.scheme': schemeOf(request),
    'network.protocol.version': request.httpVersion,
    ...(agent !== undefined && { 'user_agent.original': agent }),
  };
};

/** The attributes of a request after its response. */
export const endAttributes = ({ route, status, aborted, error }: RequestEvent): Attributes => ({
  ...(route !== null && { 'http.route': route.path }),
  ...(status > 0 && { 'http.response.status_code': status }),
  ...((status >= 500 || aborted) && { 'error.type': aborted ? 'aborted' : errorType(error, String(status)) }),
});

/** The attributes of both metrics. */
export const activeAttributes = (request: IncomingMessage): Attributes => ({
  'http.request.method': methodOf(request),
  'url.scheme': schemeOf(request),
});
