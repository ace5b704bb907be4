import { hash } from 'node:crypto';
import { addressKey, type Context } from '@taproot/core';
import type { Limit } from './limit.ts';

/** Characters up to which a key is kept as it is. */
const longest = 64;

/** 43 characters for a text of any length; UTF-16, because UTF-8 makes one of all lone surrogates. */
export const digest = (text: string): string => hash('sha256', Buffer.from(text, 'utf16le'), 'base64url');

/** Where a limit stands. */
export interface LimitPlace {
  /** Name of its limiter. */
  readonly limiter: string;
  /** Its place among the limits of the limiter, from 0. */
  readonly index: number;
}

/**
 * The key of one counter. Different limiters, places, windows and subjects never have the same key: numbers come first, and the
 * name follows its length. The points are not part of it, so that a changed limit keeps its count.
 */
export const counterKey = ({ limiter, index }: LimitPlace, { seconds }: Limit, subject: string): string => {
  const key = `${index}:${seconds}:${limiter.length}:${limiter}:${subject}`;
  return key.length <= longest ? key : `#${digest(key)}`;
};

/** Whom a limit counts: the key it was given, else the client's address on this route. */
export const subjectOf = (ctx: Context, limit: Limit, addressless: () => void): string => {
  if (limit.key !== null) return `=${limit.key}`;
  const request = ctx.request();
  const address = addressKey(request.ip());
  if (address === '') addressless();
  return `~${address} ${request.originPath()}`;
};
