import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RootRouter } from '@taproot/routing';
import type { Webhook } from '@taproot/webhooks';
import { type Described, describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { packageTypes } from '../support/package-types.ts';
import { boot, fixture } from './support.ts';

/** What TypeScript 6 and 7 read of these routes of the fixture, by the same tsconfig.json. */
export const describeByBoth = async (
  register: (route: RootRouter) => void,
  tsconfig = 'tsconfig.json',
  config = {},
  sent: readonly Webhook[] = [],
): Promise<{ readonly six: Described; readonly seven: Described }> => {
  const describeBy = async (compiler: string): Promise<Described> => {
    const app = await boot(register, fixture, { ...config, tsconfig }, sent);
    try {
      return (await describeApplication(app, fixture, { from: [compiler] }))[0];
    } finally {
      await app.close();
    }
  };
  return { six: await describeBy('@typescript/typescript6'), seven: await describeBy('typescript') };
};

/** As `describeByBoth`, of some files of the fixture alone, with the declarations of packages: that takes TypeScript 6 a tenth of the time. */
export const describeFilesByBoth = async (
  register: (route: RootRouter) => void,
  files: readonly string[],
  config = {},
  sent: readonly Webhook[] = [],
) => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-typescript-'));
  try {
    const tsconfig = join(folder, 'tsconfig.json');
    const compilerOptions = { paths: await packageTypes(), types: [], lib: ['es2023'], noEmit: true };
    const given = { extends: join(fixture, 'tsconfig.json'), compilerOptions, include: [] };
    await writeFile(tsconfig, JSON.stringify({ ...given, files: files.map((file) => join(fixture, file)) }));
    return await describeByBoth(register, tsconfig, config, sent);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
