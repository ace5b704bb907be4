/** One hostile request of the catalogue, as it goes over the wire, and what must come of it. */
export interface Attack {
  /** Its row in the catalogue. */
  readonly row: string;
  readonly what: string;
  /** Latin-1: each character is a byte. */
  readonly send: string;
  /** Of the reply, or of each reply in order. */
  readonly status: number | readonly number[];
  /** Behind native middleware, where it differs: that middleware compares the path as it was sent. */
  readonly nativeStatus?: number;
  /** In the whole reply, head and body. */
  readonly has?: RegExp;
  readonly lacks?: RegExp;
}

/** The same expectation for many spellings of one attack. */
export const each = (
  row: string,
  spellings: Readonly<Record<string, string>>,
  expected: Pick<Attack, 'status' | 'nativeStatus' | 'has' | 'lacks'>,
): Attack[] => Object.entries(spellings).map(([what, send]) => ({ row, what, send, ...expected }));

/** A request on a connection of its own; what `headers` say themselves is not added. */
export const request = (method: string, target: string, headers: readonly string[] = [], body?: string): string => {
  const says = (name: string): boolean => headers.some((header) => header.toLowerCase().startsWith(`${name}:`));
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!says('host')) lines.push('Host: hostile.test');
  lines.push(...headers);
  if (body !== undefined && !says('content-length') && !says('transfer-encoding'))
    lines.push(`Content-Length: ${body.length}`);
  if (!says('connection')) lines.push('Connection: close');
  return [...lines, '', body ?? ''].join('\r\n');
};

export const get = (target: string, ...headers: string[]): string => request('GET', target, headers);

export const post = (type: string, body: string, ...headers: string[]): string =>
  request('POST', '/input', [`Content-Type: ${type}`, ...headers], body);

export const json = (body: string, target = '/input'): string =>
  request('POST', target, ['Content-Type: application/json'], body);

export const form = (body: string): string => post('application/x-www-form-urlencoded', body);

/** Characters of a text as the bytes of its UTF-8. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** A part of a multipart body: its header and its content. */
export type Part = readonly [header: string, content: string];

export const file = (field: string, name: string, content: string): Part => [
  `Content-Disposition: form-data; name="${field}"; filename="${name}"`,
  content,
];

export const field = (name: string, content: string): Part => [
  `Content-Disposition: form-data; name="${name}"`,
  content,
];

export const multipart = (parts: readonly Part[]): string =>
  [...parts.flatMap(([header, content]) => ['--B', header, '', content]), '--B--', ''].join('\r\n');

export const upload = (body: string, target = '/upload'): string =>
  request('POST', target, ['Content-Type: multipart/form-data; boundary=B'], body);
