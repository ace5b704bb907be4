import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { crypt } from '@taproot/crypt';
import { type RootRouter, routing } from '@taproot/routing';
import { type DiskConfig, storage } from '@taproot/storage';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** An empty folder for one test. */
export const freshFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'taproot-storage-'));
  closing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** An application with these disks, of which the first one is the default. Codes of what it reports are put into `reports`. */
export const boot = async (
  disks: Readonly<Record<string, DiskConfig>>,
  routes: (route: RootRouter) => void = () => undefined,
  reports: unknown[] = [],
): Promise<Application> => {
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(Object(error).code)),
  });
  const app = await setup(null, {
    basePath: freshFolder(),
    env: { APP_ENV: 'testing', APP_KEY: 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM' },
  })
    .withPlugins([reporting, routing(), crypt(), storage()])
    .withConfig({ storage: { default: Object.keys(disks)[0] ?? '', disks } })
    .withRouting(routes)
    .create();
  closing.push(() => app.close());
  return app;
};
