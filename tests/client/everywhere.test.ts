import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createClient } from '@taproot/client';
import { build } from 'esbuild';
import { browser } from '../browser/support.ts';
import { faultsOf } from './everywhere.js';
import { serve } from './serve.ts';
import { routes } from './shop/api/routes.js';
import { boot } from './shop/boot.ts';

const root = join(import.meta.dirname, '..', '..');

const withShop = async (work: (url: string) => Promise<void>): Promise<void> => {
  const app = await boot();
  const { server, url } = await serve(app);
  try {
    await work(url);
  } finally {
    server.closeAllConnections();
    server.close();
    await app.close();
  }
};

test('the client works in this Node', async () => {
  await withShop(async (baseUrl) => {
    expect(await faultsOf(createClient({ routes, baseUrl, retry: 0 }))).toEqual([]);
  });
});

const inBrowser = typeof browser === 'string' ? test.skip : test;

inBrowser(
  'the client works from a bundle in Chromium',
  async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createClient } from '@taproot/client';
import { faultsOf } from './everywhere.js';
import { routes } from './shop/api/routes.js';
globalThis.run = () => faultsOf(createClient({ routes, retry: 0 }));`,
        resolveDir: join(root, 'tests', 'client'),
      },
      bundle: true,
      format: 'iife',
      conditions: ['source'],
      write: false,
    });
    await withShop(async (url) => {
      if (typeof browser === 'string') return;
      const page = await browser.newPage();
      try {
        await page.goto(`${url}/text`);
        await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
        expect(await page.evaluate('run()')).toEqual([]);
      } finally {
        await page.close();
        await browser.close();
      }
    });
  },
  60_000,
);
