import { inspect } from 'node:util';
import { authorFrame, withoutInternalFrames } from '../errors/frames.ts';
import { FrameworkError } from '../errors/framework-error.ts';
import { sourceError } from './source-error.ts';

// What the system or Node reports (ENOENT, ERR_SOCKET_BAD_PORT) is in the message already. The stack of an error with a
// code adds something only where it leads to a line of the application.
const saysNoMore = (cause: Error): boolean =>
  'code' in cause && cause.message !== '' && ('syscall' in cause || authorFrame(cause) === null);

const explainOwn = ({ code, message, place, fix, cause }: FrameworkError): string => {
  const lines = [`${code}: ${message}`];
  if (place !== '' && !message.includes(place)) lines.push(`  at ${place}`);
  if (fix !== undefined) lines.push(`  fix: ${fix}`);
  // What a plugin or the application threw needs its stack. An import that failed is shown with its source already.
  if (cause instanceof Error && code !== 'E_SOURCE' && !saysNoMore(cause)) lines.push('', explain(cause));
  return lines.join('\n');
};

/**
 * An error that ends the process, as consoles show it. An error of the framework: code and message, the line of the
 * application, the fix. An import that failed: its place and source. Any other: whole, without frames of the framework.
 */
export const explain = (error: unknown): string => {
  const own = error instanceof FrameworkError ? error : sourceError(error);
  if (own !== null) return explainOwn(own);
  return typeof error === 'string' ? error : withoutInternalFrames(inspect(error));
};
