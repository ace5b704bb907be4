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
 * Whether the path of a target has no needless escapes, such as `%61` for `a`. Parameters of one segment may have them, because they are
 * values. Code in front of the routes, such as a guard in Koa's middleware, compares the original path. For such code, a path with these
 * escapes would be a different path.
 */
export const isSpelledPlainly = (target: string, pattern: RoutePattern | null): boolean => {
  const path = originForm(target).split('?', 1)[0] ?? '';
  if (!path.includes('%')) return true;
  const segments = path.split('/').filter((sent) => sent !== '');
  // Further segments of a wildcard have no segment in the pattern.
  return segments.every((sent, at) => isPlain(sent, pattern?.segments[at]));
};
