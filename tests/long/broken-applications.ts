import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { brokenApplications } from '../hostile/support/broken-applications.ts';
import { program } from '../support/program.ts';

const script = program(join(import.meta.dirname, '..', 'hostile', 'support', 'broken-process.ts'));

/** Thirty broken applications, each a process of its own: exit 1 in time, the culprit named, no stack of ours. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  let slowest = 0;
  for (const [name, { names }] of Object.entries(brokenApplications)) {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [script, name], {
      encoding: 'utf8',
      timeout: 15_000,
    });
    const took = performance.now() - began;
    slowest = Math.max(slowest, took);
    if (status !== 1) found.push(`${name}: exit ${status}`);
    if (!names.test(stderr)) found.push(`${name}: ${stderr.slice(0, 300)}`);
    if (took > 3000) found.push(`${name}: took ${(took / 1000).toFixed(1)} s`);
  }
  console.log(
    `${Object.keys(brokenApplications).length} broken applications, the slowest ended after ${(slowest / 1000).toFixed(2)} s`,
  );
  return found;
};
