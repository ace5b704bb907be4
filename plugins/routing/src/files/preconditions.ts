import type { IncomingHttpHeaders } from 'node:http';
import type { FileBody } from '@taproot/core';
import fresh from 'fresh';
import { lastModified, lastModifiedTime, parseHttpDate } from './http-date.ts';

/** The part of a request that decides how a file is answered. */
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

// Steps 3 and 4; `fresh` believes whatever Date.parse takes, so it is not shown a date that is none.
const alreadyThere = ({ etag, modified }: FileBody, headers: IncomingHttpHeaders): boolean => {
  const noneMatch = headers['if-none-match'];
  if (noneMatch === undefined && parseHttpDate(headers['if-modified-since']) === null) return false;
  return fresh(headers, { etag, 'last-modified': lastModified(modified) });
};

/** 304 or 412 when a condition of the request says so, else 200 (RFC 9110 13). Only GET and HEAD have conditions. */
export const checkPreconditions = (file: FileBody, { method, headers }: FileRequest): 200 | 304 | 412 => {
  if (method !== 'GET' && method !== 'HEAD') return 200;
  if (!stillTheSame(file, headers)) return 412;
  return alreadyThere(file, headers) ? 304 : 200;
};

/** Whether a range may be taken out of the file the client knows (RFC 9110 13.1.5); true when it names none. */
export const rangeStillFits = ({ etag, modified }: FileBody, { headers }: FileRequest): boolean => {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (condition.includes('"')) return equalsStrongly(condition, etag);
  // A date tells a file from its next version only once it is over (8.8.2.2).
  const time = lastModifiedTime(modified);
  return parseHttpDate(condition) === time && Date.now() - time >= 1000;
};
