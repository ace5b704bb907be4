import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { readGenerated } from '@taproot/core/internal';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeByBoth } from '../openapi/compilers.ts';
import { api } from '../openapi/fixture/routes/api.ts';
import { gaps } from '../openapi/fixture/routes/gaps.ts';
import type { LongTest } from './run.ts';

const root = join(import.meta.dirname, '..', '..');

// Not by its name: both applications merge the same interfaces, so they are no part of one program.
type Boot = (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Application>;

const faultsOfApplication = async (folder: string, compiler: string): Promise<readonly string[]> => {
  const { boot } = (await import(join(root, folder, 'bootstrap', 'app.ts'))) as { readonly boot: Boot };
  const app = await boot({ env: { APP_ENV: 'testing' } });
  try {
    const [built] = await describeApplication(app, join(root, folder), { from: [compiler] });
    await validateDocument(built.document);
    const committed = await readGenerated(join(root, folder, 'api', 'openapi.json'));
    return [
      ...built.gaps.map(({ message }) => `${folder}, ${compiler}: ${message}`),
      ...(documentText(built.document) === committed ? [] : [`${folder}, ${compiler}: not the committed document`]),
    ];
  } finally {
    await app.close();
  }
};

/** The documents of the fixture, of the skeleton and of Conduit, each read by TypeScript 6 and by TypeScript 7. */
export const run: LongTest = async () => {
  const faults: string[] = [];
  const { six, seven } = await describeByBoth((route) => {
    api(route);
    gaps(route);
  });
  if (documentText(six.document) !== documentText(seven.document)) faults.push('the documents of the fixture differ');
  if (!isDeepStrictEqual(six.gaps, seven.gaps)) faults.push('the gaps of the fixture differ');
  for (const folder of ['app-skeleton', 'examples/conduit'])
    for (const compiler of ['typescript', '@typescript/typescript6'])
      faults.push(...(await faultsOfApplication(folder, compiler)));
  console.log(
    `The fixture, the skeleton and Conduit by two compilers: ${seven.gaps.length} gaps of the fixture, ${faults.length} faults`,
  );
  return faults;
};
