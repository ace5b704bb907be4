import type { Writable } from 'node:stream';
import { explain, hasCode } from '@taproot/core';
import { printableLines } from './output/printable.ts';

/** EX_USAGE of sysexits.h: the command line was not understood, and nothing has run. */
const usageExit = 64;

/** Tells on `stderr` what went wrong, without escape sequences; gives the exit code. */
export const explainFault = (error: unknown, stderr: Writable): number => {
  stderr.write(`${printableLines(explain(error))}\n`);
  return hasCode(error, 'E_COMMAND_UNKNOWN', 'E_COMMAND_ARGUMENTS', 'E_COMMAND_LINE') ? usageExit : 1;
};
