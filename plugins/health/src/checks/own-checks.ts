import { statfs } from 'node:fs/promises';
import type { Application } from '@taproot/core';
import type { HealthCheck } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

const MiB = 1024 * 1024;

/** Fails while the delay of the event loop is more than `limit` seconds. */
const eventLoop =
  (app: Application, limit: number): HealthCheck =>
  () => {
    const { delay } = app.facades.Http().serverLoad;
    if (delay > limit) throw errors.E_HEALTH_EVENT_LOOP({ delay: delay.toFixed(2), limit });
    return { delay };
  };

/** Fails while the disk with `path` has fewer than `wanted` free bytes for normal processes. */
const disk =
  (path: string, wanted: number): HealthCheck =>
  async () => {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    if (free >= wanted) return { free };
    throw errors.E_HEALTH_DISK({ path, free: Math.floor(free / MiB), wanted: Math.ceil(wanted / MiB) });
  };

/** The plugin's own checks. */
export const ownChecks = (app: Application): Readonly<Record<string, HealthCheck>> => {
  const { event_loop: loop, disk: wanted } = app.config.health;
  return {
    ...(loop.max_delay !== null && { event_loop: eventLoop(app, loop.max_delay) }),
    ...(wanted.free !== null && { disk: disk(app.path(wanted.path), wanted.free) }),
  };
};
