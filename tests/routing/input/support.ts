import { Readable } from 'node:stream';
import type { Input, UploadedFile } from '@taproot/core';
import type { Params } from '@taproot/core/internal';
import { nestParams } from '../../../plugins/routing/src/body/parse-params.ts';
import { InputReader } from '../../../plugins/routing/src/input/input-reader.ts';

/** A map without prototype, as parameters and queries are. */
export const map = <Value>(members: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, members);

/** An uploaded file that lies nowhere. */
export class FakeFile implements UploadedFile {
  readonly field: string;
  readonly size = 3;
  readonly path = '/spool/secret';

  constructor(field: string) {
    this.field = field;
  }

  clientName = () => 'a.txt';
  clientExtension = () => 'txt';
  clientMimeType = () => 'text/plain';
  mimeType = async () => 'text/plain';
  extension = async () => 'txt';
  hashName = async () => 'hash.txt';
  store = async (directory: string) => `${directory}/hash.txt`;
  storeAs = async (directory: string, name: string) => `${directory}/${name}`;
  stream = () => Readable.from(['abc']);
  bytes = async () => Buffer.from('abc');
}

export interface Sent {
  /** JSON text of the body. */
  json?: string;
  body?: Input | null;
  query?: Input;
  route?: Params;
  /** Stand in the body beside what it has otherwise. */
  files?: readonly UploadedFile[];
  /** A multipart body, instead of any other. */
  parts?: Parts;
}

type Parts = Parameters<typeof nestParams>[0];

const isFile = (value: string | UploadedFile): value is UploadedFile => typeof value !== 'string';

const nest = (parts: Parts): Input => nestParams(parts, { count: 100, depth: 5 });

const toFields = ({ json, body, files = [], parts }: Sent): Input | null => {
  if (parts !== undefined) return nest(parts);
  const value: unknown = json === undefined ? body : JSON.parse(json);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : null;
  return files.length === 0 ? fields : map({ ...fields, ...nest(files.map((file) => [file.field, file])) });
};

/** The reader of a request that sent this. */
export const read = (sent: Sent): InputReader => {
  const fields = toFields(sent);
  const files = sent.parts?.map(([, value]) => value).filter(isFile) ?? sent.files ?? [];
  const query = map(sent.query ?? {});
  return new InputReader({
    fields: () => fields,
    files: () => files,
    query: () => query,
    route: map(sent.route ?? {}),
  });
};
