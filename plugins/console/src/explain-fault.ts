import { type Env, hasCode } from '@taproot/core';
import { explain } from '@taproot/core/internal';
import { formatFault } from './output/format-fault.ts';
import { type MaybeTty, styleFor } from './output/terminal.ts';

/** EX_USAGE of sysexits.h: the command line is wrong. */
const usageExit = 64;

const usageCodes = ['E_COMMAND_UNKNOWN', 'E_COMMAND_USAGE', 'E_COMMAND_LINE', 'E_GENERATE_NAME'] as const;

/** Writes an error to `stderr`, and returns the exit code. */
export const explainFault = (error: unknown, stderr: MaybeTty, env: Env): number => {
  const columns = (stderr.isTTY === true ? stderr.columns : undefined) || Number.POSITIVE_INFINITY;
  stderr.write(`${formatFault(explain(error), columns, styleFor(stderr, env))}\n`);
  return hasCode(error, ...usageCodes) ? usageExit : 1;
};
