import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beyondS3rver, casesOf } from '../storage/support/cases.ts';
import { hasS3Server, installS3Server, startS3Server } from '../storage/support/s3-server.ts';

/** The conformance suite of disks on a server of S3. Cases that the server cannot do must fail, each for its reason. */
export const run = async (): Promise<readonly string[]> => {
  if (!hasS3Server()) installS3Server();
  const folder = await mkdtemp(join(tmpdir(), 'taproot-storage-'));
  const server = await startS3Server(folder);
  const faults: string[] = [];
  const counted = { passed: 0, excused: 0, failed: 0 };
  let prefix = 0;
  try {
    for (const { name, run: runCase } of casesOf(() => server.disk(String(prefix++)))) {
      const excuse = beyondS3rver.find(({ cases }) => cases.test(name));
      try {
        await runCase();
        counted.passed++;
        if (excuse !== undefined) faults.push(`${name}: passed, so its excuse does not hold: ${excuse.reason}`);
      } catch (error) {
        if (excuse !== undefined) {
          counted.excused++;
          continue;
        }
        counted.failed++;
        faults.push(`${name}: ${String(error)}`);
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  console.table(counted);
  return faults;
};
