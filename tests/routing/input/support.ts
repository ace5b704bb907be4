import { Readable } from 'node:stream';
import type { Input, Params, UploadedFile } from '@taproot/core';
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
  files?: readonly UploadedFile[];
}

const toFields = ({ json, body }: Sent): Input | null => {
  const value: unknown = json === undefined ? body : JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : null;
};

/** The reader of a request that sent this. */
export const read = (sent: Sent): InputReader => {
  const fields = toFields(sent);
  const query = map(sent.query ?? {});
  return new InputReader({
    fields: () => fields,
    files: () => sent.files ?? [],
    query: () => query,
    route: map(sent.route ?? {}),
  });
};
