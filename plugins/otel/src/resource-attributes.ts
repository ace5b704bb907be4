import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Application } from '@taproot/core';

/** The same for all providers of a process. */
const instanceId = randomUUID();

const versionIn = (packageFile: string): string | null => {
  try {
    const version: unknown = Reflect.get(Object(JSON.parse(readFileSync(packageFile, 'utf8'))), 'version');
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
};

/**
 * Attributes of the resource that name this process: `service.name` (`APP_NAME`), `service.version` (of the application's package.json),
 * `service.instance.id` (random for each process), `host.name` and `process.pid`. Give them to your providers: without
 * `service.instance.id`, processes of one service write to the same series, and every rate is wrong.
 * @example new MeterProvider({ resource: resourceFromAttributes(resourceAttributes(app)), readers })
 */
export const resourceAttributes = (app: Application): Readonly<Record<string, string | number>> => {
  const version = versionIn(app.path('package.json'));
  return {
    'service.name': app.config.app.name,
    ...(version === null ? {} : { 'service.version': version }),
    'service.instance.id': instanceId,
    'host.name': hostname(),
    'process.pid': process.pid,
  };
};
