import type { FileBody } from '@taproot/core/internal';
import parseRange from 'range-parser';
import type { ByteRange } from './disk-stream.ts';
import { type FileRequest, rangeStillFits } from './preconditions.ts';

/** Rewrites one range for range-parser; null when it is invalid (RFC 9110 14.1.1: the whole header is ignored). */
const normalize = (spec: string, size: number): string | null => {
  const [whole, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
  if (whole === undefined || whole === '-') return null;
  // A suffix that is longer than the file means the whole file (14.1.2); range-parser would refuse it.
  if (first === '') return Number(last) >= size ? '0-' : whole;
  return last !== '' && Number(last) < Number(first) ? null : whole;
};

/**
 * The requested bytes: null for the whole file, `unsatisfiable` if no such bytes exist. A request for several ranges gets one range or the
 * whole file, which RFC 9110 14.2 allows. An empty file has no ranges.
 */
export const selectRange = (file: FileBody, request: FileRequest): ByteRange | 'unsatisfiable' | null => {
  const header = request.headers.range;
  // Only GET has ranges (14.2).
  if (header === undefined || request.method !== 'GET' || file.size === 0 || !/^bytes=/i.test(header)) return null;
  const given = header
    .slice('bytes='.length)
    .split(',')
    .map((spec) => spec.trim());
  const specs = given.filter((spec) => spec !== '').map((spec) => normalize(spec, file.size));
  if (specs.length === 0 || specs.includes(null) || !rangeStillFits(file, request)) return null;
  const ranges = parseRange(file.size, `bytes=${specs.join(',')}`, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.length > 1) return null;
  return ranges[0] ?? null;
};
