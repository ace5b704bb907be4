import { afterEach, beforeEach, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing' } });
});

afterEach(() => app.close());

test('probes learn that the application serves', async () => {
  await http(app).get('/health').assertOk().assertExactJson({ status: 'ok' });
});
