import { evilPatterns, evilTexts } from '../validation/fuzz/evil-patterns.ts';
import { slowestOf, tryPattern } from '../validation/fuzz/try-pattern.ts';

// Milliseconds that one decision may hold up everybody else.
const most = 50;

/** Catastrophic patterns are refused when they are read, or decide texts up to 30 kB within 50 ms each. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const counts = { refused: 0, decided: 0, slowest: 0 };
  for (const rule of ['regex', 'not_regex'] as const)
    for (const pattern of evilPatterns) {
      const trial = tryPattern(rule, pattern, evilTexts);
      if ('refused' in trial) {
        counts.refused++;
        continue;
      }
      counts.decided++;
      const slowest = slowestOf(rule, pattern, evilTexts);
      counts.slowest = Math.max(counts.slowest, slowest);
      if (slowest > most) faults.push(`${rule}:${pattern} took ${slowest.toFixed(1)} ms`);
    }
  console.log('Catastrophic patterns');
  console.table({ 'each with 48 texts': counts });
  return faults;
};
