import { type RelativeParts, relativeParts } from './relative-date.ts';

const starts: Readonly<Record<string, readonly [amount: number, unit: Intl.RelativeTimeFormatUnit]>> = {
  now: [0, 'second'],
  today: [0, 'day'],
  tomorrow: [1, 'day'],
  yesterday: [-1, 'day'],
};
const units: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  sec: [1, 'second'],
  min: [1, 'minute'],
  fortnight: [2, 'week'],
};

/** A relative date of a rule in words of a language: `heute +2 Tage` for `today +2 days`; null for any other text. */
export const relativeWords = (text: string, locale: string): string | null => {
  const parts = relativeParts(text);
  return parts === null ? null : inWords(parts, locale);
};

const inWords = ({ start, steps }: RelativeParts, locale: string): string => {
  const words = steps.map(({ count, unit }) => {
    const [factor, name] = units[unit] ?? [1, unit];
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'long',
      signDisplay: 'always',
    });
    return format.format(count * factor);
  });
  const [amount, unit] = starts[start] ?? [0, null];
  if (unit !== null) words.unshift(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit));
  return words.join(' ');
};
