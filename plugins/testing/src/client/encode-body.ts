import { isArrayBuffer } from 'node:util/types';

/**
 * The body of a request: text, bytes (`Buffer`, `ArrayBuffer` and its views), a `URLSearchParams` as form, a `FormData` as
 * multipart, a `Blob`; any other object or list as JSON.
 */
export type TestBody = string | object;

/** An encoded body, and its content type if no header sets one. */
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

/** Encodes with Node's own fetch, so boundaries, file names and form escapes are real. */
export const encodeBody = async (body: TestBody): Promise<EncodedBody> => {
  if (!isEncodable(body)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const encoded = new Request('http://localhost', { method: 'POST', body });
  const type = encoded.headers.get('content-type') || 'application/octet-stream';
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), type };
};

type Fields = Readonly<Record<string, string | readonly string[]>>;
type Files = Readonly<Record<string, File | readonly File[]>>;

const listed = <Value>(value: Value | readonly Value[]): readonly Value[] => [value].flat() as Value[];

/** A multipart body: `post('/posts', upload({ title: 'Hello' }, { cover: new File([bytes], 'cover.png') }))`. */
export const upload = (fields: Fields, files: Files): FormData => {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of listed(values)) form.append(name, value);
  }
  for (const [name, values] of Object.entries(files)) {
    for (const file of listed(values)) form.append(name, file);
  }
  return form;
};
