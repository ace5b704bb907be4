import type { RootRouter } from '@taproot/routing';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { boot, fixture } from './support.ts';

/** What TypeScript 6 and 7 read of these routes of the fixture, by the same tsconfig.json. */
export const describeByBoth = async (
  register: (route: RootRouter) => void,
  tsconfig = 'tsconfig.json',
): Promise<{ readonly six: Built; readonly seven: Built }> => {
  const describeBy = async (compiler: string): Promise<Built> => {
    const app = await boot(register, fixture, { tsconfig });
    try {
      return (await describeApplication(app, fixture, { from: [compiler] }))[0];
    } finally {
      await app.close();
    }
  };
  return { six: await describeBy('@typescript/typescript6'), seven: await describeBy('typescript') };
};
