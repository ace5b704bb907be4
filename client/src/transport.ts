import type { Progress } from './calls.ts';
import type { ApiRequest, Fetch } from './requests.ts';

/** Headers by lower-case name. */
export type SentHeaders = Record<string, string>;

/** A request as it is sent. */
export interface WireRequest extends Omit<ApiRequest, 'headers' | 'route'> {
  readonly headers: SentHeaders;
}

/** How a request is sent. */
export interface Wire {
  readonly fetch?: Fetch | undefined;
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

// A browser follows redirects itself, and takes the token along to no other host. Elsewhere own headers would go along.
const inBrowser = 'document' in globalThis || 'importScripts' in globalThis;

/** Sends a request and follows redirects, to other hosts without any header that could be a secret. */
export const transport = async (request: WireRequest, wire: Wire): Promise<Response> => {
  let { url, method, body, headers } = request;
  for (let hops = 0; ; hops++) {
    const response = await sendOnce({ url, method, body, headers, signal: request.signal }, wire);
    const { status } = response;
    const location = !inBrowser && status > 300 && status < 309 ? response.headers.get('location') : null;
    if (location === null) {
      if (hops > 0) Object.defineProperty(response, 'redirected', { value: true });
      return response;
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    // As in browsers: a `data:` address would be read as the server's own words.
    if (hops > 9 || !next.protocol.startsWith('http')) throw new TypeError(`Not redirected to ${location}`);
    if (next.origin !== new URL(url).origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|content-type$)/.test(name)));
    if (status === 303 || (status < 303 && method === 'POST')) {
      method = 'GET';
      body = undefined;
    }
    url = next.href;
  }
};

// Not async: each promise more costs a hundredth of a call.
const sendOnce = (sent: WireRequest, wire: Wire): Promise<Response> => {
  const { url, method, body, headers, signal } = sent;
  const { credentials, onProgress } = wire;
  const init: RequestInit = { method, headers, signal, redirect: inBrowser ? 'follow' : 'manual' };
  if (credentials !== undefined) init.credentials = credentials;
  if (body !== undefined) init.body = body;
  return onProgress !== undefined && body instanceof FormData
    ? sendForm(sent, init, body, wire, onProgress)
    : sendPlain(url, init, wire);
};

const sendPlain = (url: string, init: RequestInit, { fetch: own }: Wire): Promise<Response> =>
  own === undefined ? fetch(url, init) : own(new Request(url, init));

const sendForm = async (
  { url, method, headers, signal }: WireRequest,
  init: RequestInit,
  body: FormData,
  wire: Wire,
  onProgress: (progress: Progress) => void,
): Promise<Response> => {
  const { isBrowser, uploadInBrowser, watched } = await import('./upload.ts');
  if (wire.fetch === undefined && isBrowser)
    return uploadInBrowser(url, { method, body, headers, signal, credentials: wire.credentials }, onProgress);
  return sendPlain(url, { ...init, ...watched(body, headers, onProgress) }, wire);
};
