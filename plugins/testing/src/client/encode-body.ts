import { isArrayBuffer } from 'node:util/types';

/**
 * The body of a request: text, bytes (`Buffer`, `ArrayBuffer` and its views), a `URLSearchParams` as form, a `FormData` as
 * multipart, a `Blob`; any other object or list as JSON.
 */
export type TestBody = string | object;

/** An encoded body, and its type if no header sets one. */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly type: string;
}

type Encodable = string | ArrayBuffer | Uint8Array<ArrayBuffer> | URLSearchParams | FormData | Blob;

const isEncodable = (body: TestBody): body is Encodable =>
  typeof body === 'string' ||
  isArrayBuffer(body) ||
  ArrayBuffer.isView(body) ||
  body instanceof URLSearchParams ||
  body instanceof FormData ||
  body instanceof Blob;

/** Encodes as Node's own fetch does; boundaries, file names and form escapes are real. */
export const encodeBody = async (body: TestBody): Promise<EncodedBody> => {
  if (!isEncodable(body)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const encoded = new Request('http://localhost', { method: 'POST', body });
  const type = encoded.headers.get('content-type') || 'application/octet-stream';
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), type };
};
