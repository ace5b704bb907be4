import type { IncomingHttpHeaders } from 'node:http';
import type { FileBody } from '@taproot/core/internal';
import fresh from 'fresh';

// RFC 9110 5.6.7: the form to send, and the two obsolete ones that recipients must still read.
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds of an HTTP date; null for anything else. `Date.parse` alone accepts too many formats. */
const parseHttpDate = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const zoned = asctime.test(text) ? `${text} GMT` : text;
  if (zoned === text && !imfFixdate.test(text) && !rfc850.test(text)) return null;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
};

/** A date in the format of HTTP, in whole seconds. RFC 9110 8.8.2.1 forbids a date in the future. */
export const lastModified = (modified: Date): string =>
  new Date(Math.min(modified.getTime(), Date.now())).toUTCString();

/** Like `lastModified()`, in milliseconds. */
const lastModifiedTime = (modified: Date): number => Math.floor(Math.min(modified.getTime(), Date.now()) / 1000) * 1000;

/** The part of a request that decides what is sent of a file. */
export interface FileRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

const entityTags = /(?:W\/)?"[^"]*"/g;

// RFC 9110 8.8.3.2: strong comparison; a weak tag equals nothing, not even itself.
const equalsStrongly = (tag: string, etag: string): boolean => tag === etag && !etag.startsWith('W/');

// RFC 9110 13.2.2, steps 1 and 2.
const stillTheSame = ({ etag, modified }: FileBody, headers: IncomingHttpHeaders): boolean => {
  const match = headers['if-match'];
  if (match === '*') return true;
  if (match !== undefined) return (match.match(entityTags) ?? []).some((tag) => equalsStrongly(tag, etag));
  const since = parseHttpDate(headers['if-unmodified-since']);
  return since === null || lastModifiedTime(modified) <= since;
};

// Steps 3 and 4. `fresh` accepts every format of Date.parse, so invalid dates are not passed to it.
const alreadyThere = ({ etag, modified }: FileBody, headers: IncomingHttpHeaders): boolean => {
  const noneMatch = headers['if-none-match'];
  if (noneMatch === undefined && parseHttpDate(headers['if-modified-since']) === null) return false;
  return fresh(headers, { etag, 'last-modified': lastModified(modified) });
};

/** The status by the conditions of the request: 304, 412, or else 200 (RFC 9110 13). Only GET and HEAD have conditions. */
export const checkPreconditions = (file: FileBody, { method, headers }: FileRequest): 200 | 304 | 412 => {
  if (method !== 'GET' && method !== 'HEAD') return 200;
  if (!stillTheSame(file, headers)) return 412;
  return alreadyThere(file, headers) ? 304 : 200;
};

/**
 * Whether a range belongs to the version of the file that the client knows (RFC 9110 13.1.5); true if it names no
 * version.
 */
export const rangeStillFits = ({ etag, modified }: FileBody, { headers }: FileRequest): boolean => {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (condition.includes('"')) return equalsStrongly(condition, etag);
  // A date identifies a version of a file only if it is old enough (8.8.2.2).
  const time = lastModifiedTime(modified);
  return parseHttpDate(condition) === time && Date.now() - time >= 1000;
};
