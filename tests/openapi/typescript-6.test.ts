import { expect, test } from '@jest/globals';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { api } from './fixture/routes/api.ts';
import { gaps } from './fixture/routes/gaps.ts';
import { boot, fixture } from './support.ts';

const describeBy = async (compiler: string) => {
  const app = await boot((route) => {
    api(route);
    gaps(route);
  });
  try {
    return await describeApplication(app, fixture, { from: [compiler] });
  } finally {
    await app.close();
  }
};

test('TypeScript 6 and 7 read the same of the fixture: documents and gaps', async () => {
  const six = await describeBy('@typescript/typescript6');
  const seven = await describeBy('typescript');
  expect(seven.gaps.length).toBeGreaterThan(9);
  expect(six.document).toEqual(seven.document);
  expect(JSON.stringify(six.document)).toBe(JSON.stringify(seven.document));
  expect(six.gaps).toEqual(seven.gaps);
}, 120_000);
