import type { Recording } from '../recorder/recording.ts';
import type { Step } from '../recorder/step.ts';

/** The handler of the route; undefined when the request never reached it. */
export const handlerStep = ({ steps, route }: Recording): Step | undefined =>
  route === null ? undefined : steps.find(({ kind }) => kind === 'handler');

/**
 * The middleware or tap that answered instead of the handler. Undefined if the handler ran, or if there was no handler.
 */
export const stopper = (recording: Recording): Step | undefined => {
  const tap = recording.steps.find(
    ({ kind, name, replaced }) => kind === 'hook' && name === 'http.request' && replaced,
  );
  if (tap !== undefined) return tap;
  if (recording.steps.some(({ kind }) => kind === 'handler')) return undefined;
  return recording.steps.findLast(({ kind }) => kind === 'middleware');
};

/** `the middleware `auth` of the plugin auth`, for a sentence. */
export const spoken = ({ kind, name, plugin }: Step): string => {
  const owner = plugin === 'app' ? 'the application' : `the plugin ${plugin}`;
  if (kind === 'hook') return `the tap of ${owner} on \`${name}\``;
  return `the ${kind} \`${name}\` of ${owner}`;
};

/** Whether a step runs inside of another one, at any depth. */
export const isWithin = (step: Step, outer: Step): boolean => {
  for (let at = step.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
};
