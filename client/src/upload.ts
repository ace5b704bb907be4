import type { Progress } from './calls.ts';

type Report = (progress: Progress) => void;

interface Upload {
  readonly method: string;
  readonly body: FormData;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly credentials: string | undefined;
}

/** The used members of XMLHttpRequest, because not every platform has its types. */
interface Xhr {
  responseType: string;
  withCredentials: boolean;
  readonly status: number;
  readonly response: Blob;
  readonly upload: {
    addEventListener(
      name: 'progress',
      listener: (event: { readonly loaded: number; readonly total: number }) => void,
    ): void;
  };
  addEventListener(name: 'load' | 'error' | 'abort' | 'loadend', listener: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

const scope: { readonly XMLHttpRequest?: unknown; readonly fetch: unknown } = globalThis;
const Browser = scope.XMLHttpRequest as (new () => Xhr) | undefined;

/** Whether this platform has XMLHttpRequest for uploads. */
export const isBrowser = Browser !== undefined;

/** Browsers report the progress of an upload only for XMLHttpRequest. */
export const uploadInBrowser = (url: string, upload: Upload, report: Report): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (Browser === undefined) return reject(new TypeError('This is no browser'));
    const { method, body, headers, signal, credentials } = upload;
    const xhr = new Browser();
    const stop = (): void => xhr.abort();
    const fail = (): void => reject(new TypeError('The upload failed'));
    xhr.open(method, url);
    xhr.responseType = 'blob';
    xhr.withCredentials = credentials === 'include';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => report({ sent: loaded, total }));
    xhr.addEventListener('load', () => resolve(responseOf(xhr)));
    xhr.addEventListener('error', fail);
    xhr.addEventListener('abort', fail);
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    xhr.send(body);
  });

const responseOf = (xhr: Xhr): Response => {
  const { status } = xhr;
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
  return new Response(status === 204 || status === 205 || status === 304 ? null : xhr.response, { status, headers });
};

/** Bytes between two reports of progress: a file may come as one chunk. */
const pieceSize = 256 * 1024;

/** On other platforms: the encoded form as a stream that counts its bytes. */
export const watched = (form: FormData, headers: Readonly<Record<string, string>>, report: Report): object => {
  const encoded = new Response(form);
  // Bun knows the type no more when the body was asked for.
  const type = encoded.headers.get('content-type') ?? '';
  let total = 0;
  for (const value of form.values()) total += typeof value === 'string' ? value.length : value.size;
  let sent = 0;
  const reader = encoded.body?.getReader();
  let chunk = new Uint8Array();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (chunk.length === 0) {
        const { value, done = true } = (await reader?.read()) ?? {};
        if (done) return controller.close();
        chunk = value ?? chunk;
      }
      const piece = chunk.subarray(0, pieceSize);
      chunk = chunk.subarray(pieceSize);
      sent += piece.length;
      // The sum of the files lacks boundaries and field names, which are also sent.
      total = Math.max(total, sent);
      report({ sent, total });
      controller.enqueue(piece);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
  return { body, headers: { ...headers, 'content-type': type }, duplex: 'half' };
};
