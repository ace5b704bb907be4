import type { Recording } from '../recorder/recording.ts';
import type { Step } from '../recorder/step.ts';

/** A stretch of time, in milliseconds since the request arrived. */
export type Stretch = readonly [start: number, end: number];

/** When a step ended. A step that still runs counts until the end of the request. */
export const endOf = (step: Step, recording: Recording): number => step.end ?? lengthOf(recording);

/** The duration of the request, until now if it still runs. */
export const lengthOf = (recording: Recording): number => recording.duration ?? recording.elapsed();

/** The parts of a stretch that none of the others covers. */
export const uncovered = ([start, end]: Stretch, others: readonly Stretch[]): Stretch[] => {
  const free: Stretch[] = [];
  let from = start;
  for (const [begin, stop] of others.toSorted(([a], [b]) => a - b)) {
    if (begin > from) free.push([from, Math.min(begin, end)]);
    from = Math.max(from, stop);
    if (from >= end) break;
  }
  if (from < end) free.push([from, end]);
  return free;
};

/** The steps directly inside of a step; with null, directly inside of the request. */
const within = (parent: Step | null, { steps }: Recording): Step[] => steps.filter((step) => step.parent === parent);

/** The times in which a step itself was running, without the steps inside of it. With null: the time of Taproot and Node. */
export const ownStretches = (step: Step | null, recording: Recording): Stretch[] => {
  const whole: Stretch = step === null ? [0, lengthOf(recording)] : [step.start, endOf(step, recording)];
  return uncovered(
    whole,
    within(step, recording).map((inner) => [inner.start, endOf(inner, recording)] as const),
  );
};

/** The sum of their lengths in milliseconds. */
export const sumOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [start, end]) => sum + end - start, 0);
