import type { Random } from '../../support/random.ts';

/** The bytes of a body and its media type. */
export interface Encoded {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Nothing but the start of each, by which servers know the type of a file.
const contents: Readonly<Record<string, Uint8Array>> = {
  'image/*': png,
  'image/png': png,
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/webp': Buffer.from('RIFF\u001a\u0000\u0000\u0000WEBPVP8L\r\u0000\u0000\u0000/', 'latin1'),
  'application/pdf': Buffer.from('%PDF-1.7\n%%EOF'),
  'text/plain': Buffer.from('Remember the roots.'),
};

/** The marker of a file among the values of a body. */
export const isFile = (value: unknown): value is string => typeof value === 'string' && value.startsWith('binary:');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a form or a query can hold a value: neither has null, nor a list or an object without members. */
export const isText = (value: unknown): boolean => {
  if (value === null) return false;
  if (typeof value !== 'object') return true;
  const inner = Object.values(value);
  return inner.length > 0 && inner.every(isText);
};

/** Names and texts of a form or a query, nested by brackets; lists of plain values by a repeated name. */
export const pairsOf = (name: string, value: unknown, random: Random): (readonly [string, string])[] => {
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object');
    const repeated = isPlain && random.chance(0.5) ? name : `${name}[]`;
    return value.flatMap((entry, at) => pairsOf(isPlain ? repeated : `${name}[${at}]`, entry, random));
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([key, entry]) => pairsOf(`${name}[${key}]`, entry, random));
  return [[name, textOf(value)]];
};

/** The text of a query or a form. */
export const queryText = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

/** A plain value as text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface Part {
  readonly name: string;
  readonly type: string | null;
  readonly file: string | null;
  readonly content: Uint8Array | string;
}

const partsOf = (name: string, value: unknown, types: readonly string[], random: Random): Part[] => {
  if (isFile(value)) {
    const type = random.pick(types.length === 0 ? ['text/plain'] : types);
    const content = contents[type] ?? `content of ${type}`;
    return [
      {
        name,
        type: type.replace('*', 'png'),
        file: `file.${type.split('/')[1]?.replace('plain', 'txt').replace('*', 'png') ?? 'bin'}`,
        content,
      },
    ];
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    const repeated = random.chance(0.5) ? name : `${name}[]`;
    return value.flatMap((entry) => partsOf(repeated, entry, types, random));
  }
  // OpenAPI sends an object as a part of JSON, browsers by brackets.
  if (typeof value === 'object' && random.chance(0.5))
    return [{ name, type: 'application/json', file: null, content: JSON.stringify(value) }];
  return pairsOf(name, value, random).map(([key, content]) => ({ name: key, type: null, file: null, content }));
};

const joined = (chunks: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));

const multipart = (parts: readonly Part[]): Encoded => {
  const boundary = '----boundary-of-the-test';
  const chunks = parts.flatMap(({ name, type, file, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n`,
    `${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: joined([...chunks, `--${boundary}--\r\n`]) };
};

/** Writes a body. `typesOf` gives the media types that a member's files may have. */
export const encodeBody = (
  media: string,
  value: unknown,
  typesOf: (name: string) => readonly string[],
  random: Random,
): Encoded => {
  if (media === 'application/json') return { type: media, bytes: joined([JSON.stringify(value)]) };
  const members = isObject(value) ? Object.entries(value) : [];
  if (media === 'application/x-www-form-urlencoded') {
    const pairs = members.flatMap(([name, member]) => pairsOf(name, member, random));
    return { type: media, bytes: joined([queryText(pairs)]) };
  }
  if (media === 'multipart/form-data')
    return multipart(members.flatMap(([name, member]) => partsOf(name, member, typesOf(name), random)));
  return { type: media === '*/*' ? 'application/octet-stream' : media, bytes: joined(['bytes']) };
};
