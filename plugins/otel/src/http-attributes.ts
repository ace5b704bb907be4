import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/internal';
import { cutText, maskText } from '@taproot/masking';
import { errorType } from './error-type.ts';

const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '));

/** The most characters of `User-Agent` in a span. */
const longestAgent = 1000;

/** The method for spans and metrics: one of a few, so that no client can create any number of series. */
export const methodOf = ({ method = '' }: IncomingMessage): string => (methods.has(method) ? method : '_OTHER');

const schemeOf = ({ socket }: IncomingMessage): string => ('encrypted' in socket ? 'https' : 'http');

/** The requested path without the query, because the query may contain tokens. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** The attributes of a request before it is served; `path` is its path without secrets. */
export const startAttributes = (request: IncomingMessage, path: string): Attributes => {
  const method = methodOf(request);
  const agent = request.headers['user-agent'];
  const attributes: Attributes = {
    'http.request.method': method,
    'url.path': path,
    'url.scheme': schemeOf(request),
    'network.protocol.version': request.httpVersion,
  };
  if (method === '_OTHER') attributes['http.request.method_original'] = request.method;
  if (agent !== undefined) attributes['user_agent.original'] = maskText(cutText(agent, longestAgent));
  return attributes;
};

/** Adds the attributes of a request after its response. */
export const addEndAttributes = (
  attributes: Attributes,
  { route, status, aborted, error }: RequestEvent,
): Attributes => {
  if (route !== null) attributes['http.route'] = route.path;
  if (status > 0) attributes['http.response.status_code'] = status;
  if (aborted) attributes['error.type'] = 'aborted';
  else if (status >= 500) attributes['error.type'] = errorType(error, String(status));
  return attributes;
};

/** The attributes of both metrics. */
export const activeAttributes = (request: IncomingMessage): Attributes => ({
  'http.request.method': methodOf(request),
  'url.scheme': schemeOf(request),
});
