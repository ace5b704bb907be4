import { type HeaderParameters, headerParameters } from './header-parameters.ts';

/** A media type: `type/subtype` in lower case, and its parameters by name in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: HeaderParameters;
}

const typeAndSubtype = /^[ \t]*([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)/i;

/** Reads a `Content-Type`; null for what is none. The one place where a media type is normalised. */
export const parseMediaType = (text: string): MediaType | null => {
  const match = typeAndSubtype.exec(text);
  const type = match?.[1];
  if (match === null || type === undefined) return null;
  const parameters = headerParameters(text, match[0].length);
  return parameters === null ? null : { type: type.toLowerCase(), parameters };
};

/** Whether a `charset` parameter names what bodies are read as: UTF-8, of which US-ASCII is a part. */
export const isUtf8Charset = (charset: string | undefined): boolean =>
  charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
