import { describeValue } from '../errors/describe-value.ts';
import { errors } from '../errors.ts';

/** `E_STEP_ARGUMENT` for what is no function, most often what a function returned: `withRouting(web())`. */
export const checkCallback = (step: string, callback: unknown): void => {
  if (typeof callback !== 'function') throw errors.E_STEP_ARGUMENT({ step, actual: describeValue(callback) });
};
