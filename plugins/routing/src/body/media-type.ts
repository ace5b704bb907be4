const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
// Browsers and curl escape only quotes. A backslash before any other character is literal: `C:\x.txt`. Each turn of the
// loop begins with a backslash, so there is only one way to read a value, and a missing closing quote fails in linear
// time.
const quoted = '"([^"\\\\]*(?:\\\\(?:"|(?!"))[^"\\\\]*)*)"';
const parameter = new RegExp(`[ \\t]*;[ \\t]*(?:(${token})=(?:${quoted}|(${token})))?`, 'y');

/** The parameters of one header, by name in lower case. */
export interface HeaderParameters {
  get(name: string): string | undefined;
}

/** Unescapes a value only when it is used, because thousands of escapes cost more than the rest of the header. */
const unescaped = (values: ReadonlyMap<string, string>): HeaderParameters => ({
  get: (name) => values.get(name)?.replaceAll('\\"', '"'),
});

/** The most parameters of one header. Clients send at most three, and each parameter costs more than its letters. */
const most = 20;

/**
 * Reads `; name="value"; ...` (RFC 9110 5.6.6) from `start` to the end of `text`. Names are in lower case. Null for
 * anything else, for more than 20 parameters, and for a name that occurs twice, because two readers could then use
 * different values.
 */
export const headerParameters = (text: string, start: number): HeaderParameters | null => {
  const values = new Map<string, string>();
  let at = start;
  while (at < text.length) {
    parameter.lastIndex = at;
    const match = parameter.exec(text);
    if (match === null) return /^[ \t]*$/.test(text.slice(at)) ? unescaped(values) : null;
    at = parameter.lastIndex;
    const [, name, string, plain = ''] = match;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (values.has(key) || values.size === most) return null;
    values.set(key, string ?? plain);
  }
  return unescaped(values);
};

/** A media type: `type/subtype` in lower case, and its parameters by name in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: HeaderParameters;
}

const typeAndSubtype = /^[ \t]*([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)/i;

/** Reads a `Content-Type`; null for an invalid one. All media types are normalised here. */
export const parseMediaType = (text: string): MediaType | null => {
  const match = typeAndSubtype.exec(text);
  const type = match?.[1];
  if (match === null || type === undefined) return null;
  const parameters = headerParameters(text, match[0].length);
  return parameters === null ? null : { type: type.toLowerCase(), parameters };
};

/** Whether a `charset` parameter means UTF-8 or its part US-ASCII. All bodies are read as UTF-8. */
export const isUtf8Charset = (charset: string | undefined): boolean =>
  charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
