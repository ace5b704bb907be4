import { join } from 'node:path';
import { taproot } from '../support/program.ts';
import type { LongTest } from './run.ts';
import { withBigApplication } from './support/big-application.ts';
import { measure } from './support/measured.ts';

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

/** `openapi:write` of 500 routes with rules for eight fields each, beside `tsc` of the same application. */
export const run: LongTest = async () => {
  const faults: string[] = [];
  await withBigApplication(async (folder) => {
    const checked = await measure(process.execPath, [compiler, '--noEmit', '-p', '.'], folder);
    if (checked.output !== '') faults.push(`tsc: ${checked.output.slice(0, 500)}`);
    const written = await measure(process.execPath, [taproot, 'openapi:write'], folder);
    if (!written.output.includes('is written, with 0 gaps'))
      faults.push(`openapi:write: ${written.output.slice(-500)}`);
    const seen = ({ wall, cpu, memory }: typeof written) => ({
      seconds: wall,
      'processor seconds': Number(cpu.toFixed(2)),
      MiB: Math.round(memory),
    });
    console.log('500 routes in 50 files, each with rules for eight fields');
    console.table({ 'tsc --noEmit': seen(checked), 'openapi:write': seen(written) });
    if (written.wall > 3) faults.push(`openapi:write takes ${written.wall} s, which must be at most 3`);
    if (written.memory > 500)
      faults.push(`openapi:write takes ${Math.round(written.memory)} MiB, which must be at most 500`);
  });
  return faults;
};
