import { ApiError } from './api-error.ts';
import type { CallOptions, Timeout } from './calls.ts';
import { encodeBody, encodeUrl, type Input } from './encode.ts';
import type { Connection } from './events.ts';
import { receive } from './receive.ts';
import type { ApiRequest, Fetch, Use } from './requests.ts';
import { lost, type Outcome } from './results.ts';
import { isRepeatable, retryDelay, sleep } from './retry.ts';
import type { Spec } from './spec.ts';
import { type SentHeaders, transport, type WireRequest } from './transport.ts';

/** All calls of a client share these. */
export interface Shared {
  readonly baseUrl: string;
  readonly headers?: (() => HeaderValues | Promise<HeaderValues>) | HeaderValues | undefined;
  readonly fetch?: Fetch | undefined;
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  readonly timeout: Timeout | null;
  readonly retry: number;
  readonly use: readonly Use[];
}

/** Headers by name; undefined values are left out. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Attempts of a stream that lost its connection. Together they last as long as a server needs to start again. */
const reopenTries = 10;

/** Makes a call, and repeats it if that is allowed and useful. Never rejects. */
export const perform = async (shared: Shared, spec: Spec, input: Input, options: CallOptions): Promise<Outcome> => {
  const { retry = shared.retry, signal } = options;
  for (let tries = 0; ; tries++) {
    const headers: SentHeaders = {};
    const outcome = await once(shared, spec, input, options, headers);
    if (outcome.ok || tries >= retry || !isRepeatable(spec.method, headers)) return outcome;
    const delay = retryDelay(outcome, tries);
    if (delay === null) return outcome;
    await sleep(delay, signal);
    if (signal?.aborted === true) return lost('aborted', signal.reason);
  }
};

const once = (shared: Shared, spec: Spec, input: Input, options: CallOptions, headers: SentHeaders): Promise<Outcome> =>
  new Promise((end) => {
    const { signal, timeout = shared.timeout } = options;
    const abort = new AbortController();
    // The caller must not wait for code that ignores its signal.
    const stop = (reason: 'aborted' | 'timeout', cause?: unknown): void => {
      end(lost(reason, cause));
      abort.abort(cause);
    };
    const onAbort = (): void => stop('aborted', signal?.reason);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const untimed = (): void => clearTimeout(timer);
    const release = (): void => {
      untimed();
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort);
    // '500ms' is no number.
    if (timeout !== null)
      timer = setTimeout(stop, typeof timeout === 'string' ? Number.parseFloat(timeout) : timeout * 1e3, 'timeout');
    const connection: Connection = {
      untimed,
      isHeld: false,
      release,
      isAborted: () => abort.signal.aborted,
      lost,
      fail: (result) => new ApiError(spec.name, result),
      async reopen(id, wait) {
        await sleep(wait ?? 500 * Math.random(), signal);
        const again = { ...options, headers: { ...options.headers, ...(id && { 'Last-Event-ID': id }) } };
        return perform(shared, spec, input, { ...again, retry: options.retry ?? reopenTries });
      },
    };
    let sent = false;
    const send = (request: WireRequest): Promise<Response> => {
      sent = true;
      return transport(request, { ...shared, ...options });
    };
    const run = async (): Promise<Outcome> => {
      const given = typeof shared.headers === 'function' ? await shared.headers() : shared.headers;
      for (const values of [given, input.headers, options.headers])
        for (const name in values) if (values[name] !== undefined) headers[name.toLowerCase()] = String(values[name]);
      const body = input.body === undefined ? undefined : encodeBody(spec, input.body);
      // Otherwise `fetch` asks for an answer that no cache has, and servers then never answer 304.
      if ('if-none-match' in headers || 'if-modified-since' in headers) headers['cache-control'] ??= 'max-age=0';
      headers['accept'] ??= 'application/json, */*;q=0.5';
      if (body !== undefined) {
        if (typeof body !== 'string' && options.timeout === undefined) untimed();
        if (spec.raw !== undefined) headers['content-type'] ??= (body instanceof Blob && body.type) || spec.raw;
        else if (typeof body === 'string') headers['content-type'] = 'application/json';
      }
      const request = {
        route: spec.name,
        method: spec.method,
        url: shared.baseUrl + encodeUrl(spec, input),
        body,
        signal: abort.signal,
      };
      // Creating `Headers` costs a tenth of a call, so do it only for functions of `use`.
      const response =
        shared.use.length > 0
          ? shared.use.reduceRight<(request: ApiRequest) => Promise<Response>>(
              (next, use) => (each) => use(each, next),
              (each) => send({ ...each, headers: Object.fromEntries(each.headers) }),
            )({ ...request, headers: new Headers(headers) })
          : send({ ...request, headers });
      return await receive(await response, spec, connection);
    };
    run().then(
      (outcome) => {
        end(outcome);
        if (!connection.isHeld) release();
      },
      (cause: unknown) => {
        // `fetch` throws the same error for invalid headers as for a lost network, so find out which one it was.
        try {
          void new Headers(headers);
        } catch {
          sent = false;
        }
        end(lost(sent ? 'network' : 'request', cause));
        release();
      },
    );
  });
