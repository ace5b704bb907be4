import type { Progress } from './calls.ts';
import type { ApiRequest, Fetch } from './requests.ts';

/** Headers by lower-case name. */
export type SentHeaders = Record<string, string>;

/** A request with everything that `fetch` needs. */
export interface WireRequest extends Omit<ApiRequest, 'headers' | 'route'> {
  readonly headers: SentHeaders;
}

/** How to send a request. */
export interface Wire {
  readonly fetch?: Fetch | undefined;
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

// Browsers follow redirects themselves, and never send the token to another host. Other runtimes would send custom headers there.
const inBrowser = 'document' in globalThis || 'importScripts' in globalThis;

/** Sends a request and follows redirects. Another host gets no header that could be a secret. */
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
    // Browsers also refuse these: the client would take the content of a `data:` address for an answer of the server.
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

// Not async, because each additional promise costs a hundredth of a call.
const sendOnce = (sent: WireRequest, wire: Wire): Promise<Response> => {
  const { url, method, body, headers, signal } = sent;
  const { credentials, onProgress } = wire;
  const init: RequestInit = { method, headers, signal, redirect: inBrowser ? 'follow' : 'manual' };
  if (credentials !== undefined) init.credentials = credentials;
  if (body !== undefined) init.body = body as BodyInit;
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
