import { Readable } from 'node:stream';
import type { Input, UploadedFile } from '@taproot/core';
import type { Params } from '@taproot/core/internal';
import { fakeContext } from '@taproot/testing';
import { type FormPart, nestParams } from '../../../plugins/routing/src/body/parse-params.ts';
import { HttpContext } from '../../../plugins/routing/src/exchange/http-context.ts';
import type { HttpRequest } from '../../../plugins/routing/src/exchange/http-request.ts';

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

const isFile = (value: FormPart[1]): value is UploadedFile => typeof value === 'object' && 'field' in value;

const nest = (parts: Parts): Input => nestParams(parts, { count: 100, depth: 5 });

const toFields = ({ json, body, files = [], parts }: Sent): Input | null => {
  if (parts !== undefined) return nest(parts);
  const value: unknown = json === undefined ? body : JSON.parse(json);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : null;
  return files.length === 0 ? fields : map({ ...fields, ...nest(files.map((file) => [file.field, file])) });
};

/** A query that is parsed to this, nested by brackets. */
const queryOf = (value: unknown, name = ''): [string, string][] => {
  const inner = (key: string): string => (name === '' ? key : `${name}[${key}]`);
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => queryOf(member, inner(key)));
};

/** A request that sent this. */
export const read = (sent: Sent): HttpRequest => {
  const query = String(new URLSearchParams(queryOf(sent.query ?? {})));
  const { site, exchange } = fakeContext({ url: query === '' ? '/' : `/?${query}`, params: { ...sent.route } });
  const request = new HttpContext(site, exchange).request();
  const value: unknown = sent.json === undefined ? undefined : JSON.parse(sent.json);
  const fields = toFields(sent);
  const files = sent.parts?.map(([, part]) => part).filter(isFile) ?? sent.files ?? [];
  if (fields !== null || value !== undefined)
    request.useBody({ value: fields ?? value, fields, files, dispose: () => Promise.resolve() });
  return request;
};
