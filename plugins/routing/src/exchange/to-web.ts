import type { IncomingMessage } from 'node:http';
import { type BodyLimit, BodyTap } from '../body/body-tap.ts';
import { hasBody, isUpload } from '../body/body-type.ts';
import type { HttpSettings } from '../config.ts';

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
};

/** The body as a stream. It reads no faster than its consumer, and applies the limit and the rate for bodies. */
const streamOf = (req: IncomingMessage, config: HttpSettings, signal: AbortSignal): ReadableStream<Uint8Array> => {
  const limit: BodyLimit = isUpload(req)
    ? { bytes: config.upload.max_body, setting: 'upload.max_body' }
    : { bytes: config.max_body, setting: 'max_body' };
  let tap: BodyTap | null = null;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (tap !== null) return tap.resume();
        tap = new BodyTap(req, limit, config, signal, {
          data: (chunk) => {
            controller.enqueue(chunk);
            tap?.pause();
          },
          end: () => controller.close(),
          fail: (error) => controller.error(error),
        });
        tap.open();
      },
      cancel: () => tap?.stop(),
    },
    { highWaterMark: 0 },
  );
};

/** The parts of a Web-standard request. */
interface WebParts {
  readonly req: IncomingMessage;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly config: HttpSettings;
  /** The bytes of the body, if they were read already. */
  readonly bytes: Promise<Buffer> | null;
}

/** Converts Node's request to a Web-standard one. */
export const toWeb = ({ req, url, signal, config, bytes }: WebParts): globalThis.Request => {
  const { method = 'GET' } = req;
  const init = { method, headers: headersOf(req), signal };
  // The Web standard allows no body for these methods, and in HTTP it has no meaning (RFC 9110 9.3.1).
  if (method === 'GET' || method === 'HEAD' || !hasBody(req)) return new globalThis.Request(url, init);
  const body = bytes === null ? streamOf(req, config, signal) : ReadableStream.from(eventually(bytes));
  return new globalThis.Request(url, { ...init, body, duplex: 'half' });
};

async function* eventually(bytes: Promise<Buffer>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}
