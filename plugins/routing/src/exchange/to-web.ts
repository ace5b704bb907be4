import type { IncomingMessage } from 'node:http';
import { type BodyLimit, BodyTap } from '../body/body-tap.ts';
import { hasBody, isJson, isUpload, parsedBefore } from '../body/body-type.ts';
import { parseMediaType } from '../body/media-type.ts';
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

/** The fields of a form, with the names that parsers of forms read: `b[c]`. */
const fieldsOf = (value: unknown, name: string): [name: string, value: string][] => {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => fieldsOf(member, name === '' ? key : `${name}[${key}]`));
};

/** The body again, if a server in front of us has parsed it; null if its bytes are not read, or cannot be made from its fields. */
const parsedBytes = (req: IncomingMessage): string | Buffer<ArrayBuffer> | null => {
  const parsed = parsedBefore(req);
  if (parsed === undefined) return null;
  if (typeof parsed === 'string') return parsed;
  if (Buffer.isBuffer(parsed)) return Buffer.from(parsed);
  const { type = '' } = parseMediaType(req.headers['content-type'] ?? '') ?? {};
  if (isJson(type)) return JSON.stringify(parsed);
  return type === 'application/x-www-form-urlencoded' ? new URLSearchParams(fieldsOf(parsed, '')).toString() : null;
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
  const again = bytes === null ? parsedBytes(req) : null;
  if (again !== null) {
    // They described the bytes that were parsed.
    for (const name of ['content-length', 'content-encoding']) init.headers.delete(name);
    return new globalThis.Request(url, { ...init, body: again });
  }
  const body = bytes === null ? streamOf(req, config, signal) : ReadableStream.from(eventually(bytes));
  return new globalThis.Request(url, { ...init, body, duplex: 'half' });
};

async function* eventually(bytes: Promise<Buffer>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}
