import type { IncomingMessage } from 'node:http';
import { type BodyLimit, BodyTap } from '../body/body-tap.ts';
import { hasBody, isUpload } from '../body/body-type.ts';
import type { HttpSettings } from '../config.ts';

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
};

/** The body as it is sent, read no faster than it is taken, under the limit and the rate of bodies that we read. */
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
  /** Its bytes, if they were read already. */
  readonly bytes: Promise<Buffer> | null;
}

/** A Web-standard request out of Node's. */
export const toWeb = ({ req, url, signal, config, bytes }: WebParts): globalThis.Request => {
  const { method = 'GET' } = req;
  const init = { method, headers: headersOf(req), signal };
  // The standard has no body for these; to HTTP it would have no meaning (RFC 9110 9.3.1).
  if (method === 'GET' || method === 'HEAD' || !hasBody(req)) return new globalThis.Request(url, init);
  const body = bytes === null ? streamOf(req, config, signal) : ReadableStream.from(eventually(bytes));
  return new globalThis.Request(url, { ...init, body, duplex: 'half' });
};

async function* eventually(bytes: Promise<Buffer>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}
