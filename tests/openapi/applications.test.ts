import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { openApi } from '@taproot/openapi';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';

const root = join(import.meta.dirname, '..', '..');

type Boot = (
  options: { readonly env: Readonly<Record<string, string>> },
  extra?: readonly unknown[],
) => Promise<Application>;

const env = { APP_ENV: 'testing' };

// Not by their names: both merge the same interfaces, so they are no part of one program.
const load = async <Exports>(file: string): Promise<Exports> => (await import(join(root, file))) as Exports;

const bootSkeleton = async (): Promise<Application> => {
  const { plugins } = await load<{ readonly plugins: unknown[] }>('app-skeleton/bootstrap/plugins.ts');
  plugins.push(openApi());
  const { boot } = await load<{ readonly boot: Boot }>('app-skeleton/bootstrap/app.ts');
  return boot({ env });
};

const bootConduit = async (): Promise<Application> => {
  const { boot } = await load<{ readonly boot: Boot }>('examples/conduit/bootstrap/app.ts');
  return boot({ env }, [openApi()]);
};

test.each([
  ['app-skeleton', bootSkeleton, ['GET|HEAD /health/live', 'GET|HEAD /health/ready']],
  ['examples/conduit', bootConduit, []],
])(
  'the document of %s has no gaps and is valid',
  async (folder, boot, leftOut) => {
    const app = await boot();
    try {
      const built = await describeApplication(app, join(root, folder));
      expect(built.gaps).toEqual([]);
      expect(built.leftOut).toEqual(leftOut);
      await validateDocument(built.document);
    } finally {
      await app.close();
    }
  },
  60_000,
);
