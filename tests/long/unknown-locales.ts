import { setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { askUnknownLocales } from '../hostile/support/unknown-locales.ts';

const names = 100_000;

/** 100,000 names of locales that nobody has leave nothing behind: 100 bytes each would be 10 MB. */
export const run = async (): Promise<readonly string[]> => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([lang()])
    .create();
  const grown = askUnknownLocales(app, names);
  await app.close();
  console.table({ 'unknown locales': { names, heap: `${(grown / 1024).toFixed(0)} KiB` } });
  return grown < 2_000_000 ? [] : [`the heap grew by ${grown} bytes`];
};
