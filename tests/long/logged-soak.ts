import { loggedSoak } from './support/logged-soak.ts';

const MiB = 1024 * 1024;
const requests = Number(process.env['REQUESTS'] ?? 1_000_000);

/** A million requests (REQUESTS) with log and otel on, then a tenth of them while nobody reads the log. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const { unread, ...soak } = await loggedSoak(requests);
  const growth = soak.after / soak.before - 1;
  console.table({
    read: { requests, lines: soak.lines, dropped: 0, 'per second': soak.perSecond },
    'not read': { requests: unread.requests, lines: unread.lines, dropped: unread.dropped },
  });
  const [before, after] = [soak.before, soak.after].map((bytes) => (bytes / MiB).toFixed(0));
  console.log(
    `RSS ${before} to ${after} MiB, ${(growth * 100).toFixed(1)} %; ${soak.batches} batches at the collector`,
  );
  if (soak.failed > 0) faults.push(`${soak.failed} requests failed`);
  if (growth > 0.1) faults.push(`RSS grew by ${(growth * 100).toFixed(1)} %`);
  if (soak.lines !== requests) faults.push(`${requests - soak.lines} lines were lost while the log was read`);
  if (unread.dropped === 0) faults.push('no line was dropped while nobody read, so nothing was measured');
  const lost = unread.requests - unread.lines - unread.dropped;
  if (lost !== 0) faults.push(`${lost} lines were neither written nor counted while nobody read`);
  if (soak.batches === 0) faults.push('nothing came to the collector');
  return faults;
};
