import type { RoutePattern, RouteSegment } from '@taproot/core/plugin';
import { encodedTarget, originForm } from './canonical-path.ts';

/** Escapes of letters, digits, `-`, `.`, `_` and `~`, which no client needs (RFC 3986 2.3). */
const needless = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/i;

const isPlain = (sent: string, segment: RouteSegment | undefined): boolean => {
  if (segment?.kind === 'parameter') return true;
  if (segment?.kind === 'literal' && encodedTarget(segment.text).toLowerCase() !== sent.toLowerCase()) return false;
  return !needless.test(sent);
};

/**
 * Whether the path of a target is spelled as its route is: no escapes for characters that need none, except in a parameter of
 * one segment, which is a value. Code in front of the routes that compares the path as it was sent, such as a guard among
 * Koa's middleware, would take another spelling for another path.
 */
export const isSpelledPlainly = (target: string, pattern: RoutePattern | null): boolean => {
  const path = originForm(target).split('?', 1)[0] ?? '';
  if (!path.includes('%')) return true;
  const segments = path.split('/').filter((sent) => sent !== '');
  // What a wildcard takes beyond its own segment has none of its own.
  return segments.every((sent, at) => isPlain(sent, pattern?.segments[at]));
};
