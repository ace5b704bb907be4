import { inspect } from 'node:util';
import { authorFrame, withoutInternalFrames } from '../errors/frames.ts';
import { FrameworkError } from '../errors/framework-error.ts';
import { sourceError } from './source-error.ts';

// Whether to leave out a cause. The message above it already says the error of the system or of Node (ENOENT, ERR_SOCKET_BAD_PORT). The
// stack of such an error helps only if it leads to a line of the application.
const saysNoMore = (cause: Error): boolean =>
  'code' in cause && cause.message !== '' && ('syscall' in cause || authorFrame(cause) === null);

const explainOwn = ({ code, message, place, fix, cause }: FrameworkError): string => {
  const lines = [`${code}: ${message}`];
  if (place !== '' && !message.includes(place)) lines.push(`  at ${place}`);
  if (fix !== undefined) lines.push(`  fix: ${fix}`);
  // Errors thrown by a plugin or the application need their stack. A failed import is already shown with its source.
  if (cause instanceof Error && code !== 'E_SOURCE' && !saysNoMore(cause)) lines.push('', explain(cause));
  return lines.join('\n');
};

/**
 * An error that ends the process, as consoles show it. For an error of the framework: code and message, the line of the application, the
 * fix. For a failed import: its place and source. For any other error: everything but the frames of the framework.
 */
export const explain = (error: unknown): string => {
  const own = error instanceof FrameworkError ? error : sourceError(error);
  if (own !== null) return explainOwn(own);
  return typeof error === 'string' ? error : withoutInternalFrames(inspect(error));
};
