import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing' } });
});

afterEach(() => app.close());

test('probes learn that the process answers', async () => {
  await http(app).get('/health/live').assertOk().assertExactJson({ status: 'ok' });
});

test('balancers learn that every service the application needs answers', async () => {
  await http(app).get('/health/ready').assertOk().assertExactJson({ status: 'ok' });
  expect([...app.registry.health.keys()]).toEqual(expect.arrayContaining(['disk', 'event_loop']));
});
