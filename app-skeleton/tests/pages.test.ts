import { afterEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

const bootAs = async (environment: string): Promise<void> => {
  // In production an application does not start without a secret for its signatures.
  app = await boot({ env: { APP_ENV: environment, APP_KEY: 'a key of these tests, and of nothing else: 0123456789' } });
};

afterEach(() => app.close());

test('the welcome page is served, and so is what it links to', async () => {
  await bootAs('development');
  const page = await http(app)
    .get('/')
    .assertOk()
    .assertHeader('Content-Type', /^text\/html/);
  const links = [...page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, link]) => link ?? '');

  expect(links).toContain('/assets/app.js');
  // Only development has the devtools.
  for (const link of links.filter((each) => each !== '/_taproot')) await http(app).get(link).assertOk();
});

test('the welcome page can list the routes', async () => {
  await bootAs('development');
  const response = await http(app).get('/routes').assertOk();
  const names = response.json<{ name: string }[]>().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['home', 'health.live']));
});

test('the API says whose it is', async () => {
  await bootAs('testing');
  await http(app).get('/api').assertOk().assertExactJson({ name: app.config.app.name });
});

test.each(['production', 'staging'])(
  'in %s the routes are not listed, and visitors get no instructions',
  async (env) => {
    await bootAs(env);
    await http(app).get('/routes').assertNotFound();
    const page = await http(app).get('/').assertOk();
    expect(page.text).not.toMatch(/Taproot|routes|README/);
  },
);

test('part of a file may be asked for', async () => {
  await bootAs('testing');
  const client = http(app).withHeader('Range', 'bytes=0-4');
  await client.get('/favicon.svg').assertPartialContent().assertSee('<svg ');
});

test('an unknown address answers a browser with a page, and an API client with JSON', async () => {
  await bootAs('testing');
  await http(app)
    .accept('text/html')
    .get('/nowhere')
    .assertNotFound()
    .assertHeader('Content-Type', /^text\/html/);
  await http(app).accept('application/json').get('/nowhere').assertNotFound().assertJson({ code: 'E_ROUTE_NOT_FOUND' });
});

test('in production no answer tells how long it took', async () => {
  await bootAs('production');
  expect((await http(app).get('/')).headers.get('server-timing')).toBeNull();
});

test('every other answer tells how long it took', async () => {
  await bootAs('testing');
  await http(app)
    .get('/')
    .assertHeader('Server-Timing', /^app;dur=\d+\.\d$/);
});
