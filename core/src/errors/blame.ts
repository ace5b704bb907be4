import { errors } from '../errors.ts';
import { FrameworkError } from './framework-error.ts';

/** The error as the framework tells it: its own errors as they are, any other with the plugin and the place named. */
export const blame = (plugin: string, place: string, error: unknown): FrameworkError => {
  if (error instanceof FrameworkError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return errors.E_PLUGIN_FAILED({ plugin, place, reason }, { cause: error });
};
