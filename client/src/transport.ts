import type { Progress } from './calls.ts';
import type { ApiRequest, Fetch } from './requests.ts';

/** Headers by lower-case name. */
export type SentHeaders = Record<string, string>;

/** A request as it goes out. */
export interface WireRequest extends Omit<ApiRequest, 'headers' | 'route'> {
  readonly headers: SentHeaders;
}

/** How a request is sent. */
export interface Wire {
  readonly fetch: Fetch | undefined;
  readonly credentials: 'omit' | 'same-origin' | 'include' | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
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
    if (hops > 9) throw new TypeError('Too many redirects');
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|content-type$)/.test(name)));
    if (status === 303 || (status < 303 && method === 'POST')) {
      method = 'GET';
      body = undefined;
    }
    url = next.href;
  }
};

const sendOnce = async (sent: WireRequest, { fetch: own, credentials, onProgress }: Wire): Promise<Response> => {
  const { url, method, body, headers, signal } = sent;
  const init: RequestInit = { method, headers, signal, redirect: inBrowser ? 'follow' : 'manual' };
  if (credentials !== undefined) init.credentials = credentials;
  if (body !== undefined) init.body = body;
  if (onProgress !== undefined && body instanceof FormData) {
    const { isBrowser, uploadInBrowser, watched } = await import('./upload.ts');
    if (own === undefined && isBrowser)
      return uploadInBrowser(url, { method, body, headers, signal, credentials }, onProgress);
    Object.assign(init, watched(body, headers, onProgress));
  }
  return own === undefined ? fetch(url, init) : own(new Request(url, init));
};
