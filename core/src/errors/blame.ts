import { errors } from './errors.ts';
import { type Place, placeOf } from './frames.ts';
import { FrameworkError, placeAtCall } from './framework-error.ts';
import { reasonOf } from './thrown.ts';

/** Reports an error, unless an error with the same code was reported less than ten seconds ago. */
export type SparseReport = (error: FrameworkError) => void;

const interval = 10_000;

/** Reports each code at most once in ten seconds: an error that every request causes must not fill the log. */
export const sparseReport = (report: (error: FrameworkError) => void): SparseReport => {
  const told = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (told.get(error.code) ?? Number.NEGATIVE_INFINITY) < interval) return;
    told.set(error.code, now);
    report(error);
  };
};

/** ` at routes/api.ts:9`: the line of the application that threw, or the line of `call`. Empty if neither is known. */
const placed = (error: unknown, call?: Place): string => {
  const place = placeOf(error) || String(call ?? '');
  return place === '' ? '' : ` at ${place}`;
};

/** The error as the framework reports it. Its own errors stay unchanged; any other is wrapped, with the plugin, the hook and the line. */
export const blame = (plugin: string, hook: string, error: unknown): FrameworkError =>
  error instanceof FrameworkError
    ? error
    : errors.E_PLUGIN_FAILED({ plugin, place: `${hook}${placed(error)}`, reason: reasonOf(error) }, { cause: error });

/** Like `blame()`, for a function that the application gave to a builder step: no plugin is at fault. */
export const blameStep = (step: string, error: unknown, call: Place): FrameworkError => {
  if (!(error instanceof FrameworkError))
    return errors.E_STEP_FAILED({ step, place: placed(error, call), reason: reasonOf(error) }, { cause: error });
  placeAtCall(error, call);
  return error;
};
