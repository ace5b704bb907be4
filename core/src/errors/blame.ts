import { errors } from '../errors.ts';
import { FrameworkError } from './framework-error.ts';
import { reasonOf } from './reason-of.ts';

/** The error as the framework tells it: its own errors as they are, any other with the plugin and the place named. */
export const blame = (plugin: string, place: string, error: unknown): FrameworkError =>
  error instanceof FrameworkError
    ? error
    : errors.E_PLUGIN_FAILED({ plugin, place, reason: reasonOf(error) }, { cause: error });
