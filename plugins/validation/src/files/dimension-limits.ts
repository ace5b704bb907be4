import { refuseOption } from '../rule/refuse-option.ts';
import type { RuleCall } from '../rule/rule.ts';
import type { Dimensions } from './largest.ts';

/** Decides on the size of an image. */
export type DimensionTest = (size: Dimensions) => boolean;

const limits: Readonly<Record<string, (size: Dimensions, limit: number) => boolean>> = {
  width: ({ width }, limit) => width === limit,
  height: ({ height }, limit) => height === limit,
  min_width: ({ width }, limit) => width >= limit,
  max_width: ({ width }, limit) => width <= limit,
  min_height: ({ height }, limit) => height >= limit,
  max_height: ({ height }, limit) => height <= limit,
};

// 1000 x 667 is meant by 3/2.
const tolerance = 0.01;

const ratios: Readonly<Record<string, (ratio: number, limit: number) => boolean>> = {
  ratio: (ratio, limit) => Math.abs(ratio - limit) <= tolerance,
  min_ratio: (ratio, limit) => ratio >= limit - tolerance,
  max_ratio: (ratio, limit) => ratio <= limit + tolerance,
};

const readRatio = (text: string): number | null => {
  const [, width, height = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  const ratio = Number(width) / Number(height);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
};

/** Reads one limit, `min_width=100` or `ratio=3/2` (width to height); `refuse` hears what is wrong with it. */
export const readDimensionLimit = (text: string, refuse: RuleCall['fail']): DimensionTest => {
  const [name = '', written = ''] = text.split('=').map((part) => part.trim());
  const limit = limits[name];
  if (limit !== undefined) {
    const pixels = /^\d{1,9}$/.test(written) ? Number(written) : refuse(`"${text}" needs a whole number of pixels`);
    return (size) => limit(size, pixels);
  }
  const compare = ratios[name] ?? refuseOption({ fail: refuse }, name, Object.keys({ ...limits, ...ratios }), text);
  const ratio = readRatio(written) ?? refuse(`"${text}" needs a ratio such as 3/2 or 1.5`);
  return ({ width, height }) => compare(width / height, ratio);
};
