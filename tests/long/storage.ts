import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { type Disk, type DiskConfig, storage } from '@taproot/storage';
import { beyondS3rver, casesOf } from '../storage/support/cases.ts';
import { hasS3Server, installS3Server, startS3Server } from '../storage/support/s3-server.ts';

const MiB = 1024 * 1024;

/** A disk of its own, in an application of its own. */
const openDisk = async (config: DiskConfig) => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), storage({ default: 'tried', disks: { tried: config } })])
    .create();
  return { disk: app.facades.Storage(), close: () => app.close() };
};

const textOf = (at: number): string => `file ${at} `.repeat(1 + (at % 50));

/** Writes this many files, eight at a time, lists them, reads each of them, and deletes them. */
const manyFiles = async (disk: Disk, count: number, faults: string[]): Promise<Record<string, number>> => {
  const paths = Array.from({ length: count }, (_, at) => `${at % 100}/${Math.floor(at / 100)}/${at}.txt`);
  const timed: Record<string, number> = {};
  const each = async (name: string, work: (path: string, at: number) => Promise<void>): Promise<void> => {
    const began = performance.now();
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let at = next++; at < count; at = next++) await work(paths[at] ?? '', at);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    timed[`${name} (s)`] = Number(((performance.now() - began) / 1000).toFixed(1));
  };
  await each('put', (path, at) => disk.put(path, textOf(at)));
  const listed = new Set<string>();
  for await (const path of disk.allFiles()) listed.add(path);
  if (listed.size !== count) faults.push(`${disk.name}: ${listed.size} of ${count} files are listed`);
  let wrong = 0;
  await each('get', async (path, at) => void ((await disk.get(path)) !== textOf(at) && wrong++));
  if (wrong > 0) faults.push(`${wrong} of ${count} files have another content`);
  await each('delete', (path) => disk.delete(path));
  for await (const path of disk.allFiles()) faults.push(`${path} was deleted and is there`);
  return timed;
};

/** Puts a stream of this many bytes and reads it again: the most memory that it took, in MiB, above that of the time before. */
const longStream = async (disk: Disk, bytes: number, faults: string[]): Promise<number> => {
  const chunk = Buffer.alloc(64 * 1024, 'stream');
  const source = function* (): Generator<Buffer> {
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  };
  // The first files load the SDK and fill the pools of buffers.
  await disk.put('warm', Readable.from(Array.from({ length: 400 }, () => chunk)));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  await disk.put('long', Readable.from(source(), { objectMode: false }));
  let read = 0;
  for await (const part of await disk.stream('long')) read += (part as Buffer).length;
  clearInterval(watch);
  if (read !== bytes) faults.push(`${read} of ${bytes} bytes came back`);
  await disk.delete('long', 'warm');
  return Math.round((most - before) / MiB);
};

/**
 * The conformance suite of disks on a server of S3. Cases that the server cannot do must fail, each for its reason. Then 10,000 files and a
 * stream of 1,000 MiB on each disk but memory. `npm run test:long -- storage 1000` makes 1,000, and streams of 100 MiB.
 */
export const run = async (files = 10_000): Promise<readonly string[]> => {
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
    console.table(counted);
    const rows: Record<string, object> = {};
    const disks = {
      local: { config: { driver: 'local', root: join(folder, 'local') }, most: 60 },
      memory: { config: { driver: 'memory' }, most: null },
      s3: { config: server.disk('many'), most: 150 },
    } as const;
    for (const [name, { config, most }] of Object.entries(disks)) {
      const { disk, close } = await openDisk(config);
      const timed = await manyFiles(disk, files, faults);
      const grown = most === null ? null : await longStream(disk, Math.ceil(files / 10) * MiB, faults);
      if (grown !== null && most !== null && grown > most)
        faults.push(`${name}: the stream took ${grown} MiB, not at most ${most}`);
      rows[name] = { files, ...timed, 'memory of the stream (MiB)': grown ?? '' };
      await close();
    }
    console.table(rows);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  return faults;
};
