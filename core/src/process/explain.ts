import { inspect } from 'node:util';
import { authorFrame, withoutInternalFrames } from '../errors/frames.ts';
import { FrameworkError } from '../errors/framework-error.ts';
import { sourceError } from './source-error.ts';

/** A line of a file, with the line before it and a mark below the column: what compilers show. Lines count from 1. */
export const codeFrame = (source: string, line: number, column: number): string => {
  const lines = source.split('\n');
  const width = String(line).length;
  const show = (number: number, mark: string): string[] => {
    const text = lines[number - 1]?.trimEnd();
    return text === undefined ? [] : [`  ${mark} ${String(number).padStart(width)} | ${text}`.trimEnd()];
  };
  const pointer = `    ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`;
  return [...show(line - 1, ' '), ...show(line, '>'), pointer].join('\n');
};

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
