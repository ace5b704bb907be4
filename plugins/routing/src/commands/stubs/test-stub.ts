/** The source of a test; `root` leads from its folder to that of the application. */
export const testStub = (
  subject: string,
  root: string,
): string => `import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '${root}bootstrap/app.ts';

// Every test has an application of its own.
let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing' } });
});

afterEach(() => app.close());

test('${subject}: a request is answered', async () => {
  const response = await http(app).get('/');
  expect(response.status).toBeLessThan(500);
});
`;
