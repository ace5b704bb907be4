import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { type Disk, type DiskConfig, storage } from '@taproot/storage';
import { type StorageCase, storageConformance } from '@taproot/storage/conformance';

/** What s3rver does not do, by the name of the case. S3 does it. */
export const beyondS3rver: readonly { readonly cases: RegExp; readonly reason: string }[] = [
  {
    cases: /^keeps a file of the path "x{20}"$/,
    reason: 'it keeps an object as a file whose name is the key and "._S3rver_object": over 255 bytes (ENAMETOOLONG)',
  },
  {
    cases: /^keeps a file of the path "(?:plus\+and%41&=\.txt|#hash)"$/,
    reason: 'it reads x-amz-copy-source by decodeURI(), which leaves %23, %26, %2B and %3D as they are',
  },
];

/** The cases of the conformance suite, each on a disk of its own. */
export const casesOf = (config: () => DiskConfig): StorageCase[] => {
  const open = async (): Promise<{ disk: Disk; close: () => Promise<unknown> }> => {
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), storage()])
      .withConfig({ storage: { default: 'tried', disks: { tried: config() } } })
      .create();
    return { disk: app.facades.Storage(), close: () => app.close() };
  };
  const closing: (() => Promise<unknown>)[] = [];
  const cases = storageConformance(async () => {
    const { disk, close } = await open();
    closing.push(close);
    return disk;
  });
  return cases.map(({ name, run }) => ({
    name,
    async run() {
      try {
        await run();
      } finally {
        for (const close of closing.splice(0)) await close();
      }
    },
  }));
};
