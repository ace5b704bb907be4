import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Config } from '@taproot/core';
import { HostileApplication } from '../wire/application.ts';
import { applyFaults } from './faults.ts';

/** What a served process tells of itself. */
export interface Vitals {
  readonly pid: number;
  readonly rss: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly spooled: number;
  /** Members that somebody put on the prototypes everything inherits from. */
  readonly prototypes: readonly string[];
  /** How often each message was reported. */
  readonly reports: Readonly<Record<string, number>>;
}

// A script of its own: `served-process.ts driver configuration`, spoken to over IPC.
const [driver = 'koa', config = '{}'] = process.argv.slice(2);
const application = await HostileApplication.open(driver, { config: JSON.parse(config) as Config, apply: applyFaults });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const counted = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const error of application.reported) {
    const message = error instanceof Error ? error.message : String(error);
    counts[message] = (counts[message] ?? 0) + 1;
  }
  return counts;
};

const vitals = async (): Promise<Vitals> => {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    pid: process.pid,
    rss,
    heap: heapUsed,
    descriptors: readdirSync('/proc/self/fd').length,
    spooled: (await application.leftSpooled()).length,
    prototypes: [Object.prototype, Array.prototype, Function.prototype].flatMap(Object.keys),
    reports: counted(),
  };
};

// What floats in a served process is reported; here it must not end it, so that it can be counted a thousand times.
process.on('unhandledRejection', (error) => application.app.report(error, { where: 'process' }));
process.on('message', () => void vitals().then((told) => process.send?.(told)));
process.on('disconnect', () => void application.close().then(() => process.exit(0)));
process.send?.({ port: application.port });
