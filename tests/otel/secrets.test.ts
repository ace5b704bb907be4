import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { definePlugin, Stage } from '@taproot/core/plugin';
import { database } from '@taproot/database';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { queryText } from '../../plugins/otel/src/subscribe.ts';
import { Receiver } from './support/receiver.ts';
import { check, places, reach, routes, secretOf } from './support/secret-places.ts';
import { register } from './support/telemetry.ts';

const headers = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'x-csrf-token',
  'referer',
  'user-agent',
];
const lines: string[] = [];
const answers: string[] = [];
const receiver = new Receiver();
let telemetry: ReturnType<typeof register>;
let app: Application;

beforeAll(async () => {
  telemetry = register(await receiver.open());
  const testing = definePlugin({
    name: 'test',
    after: ['routing'],
    health: () => ({ mail: check }),
    apply: (owner) =>
      owner.hooks.boot.tap({ name: 'test', stage: Stage.routing }, () => routes(owner.facades.Route(), owner)),
  });
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'production' } })
    .withPlugins([
      routing(),
      lang(),
      validation(),
      database(),
      health(),
      otel(),
      log({ write: (line) => void lines.push(line) }),
      testing,
    ])
    .withConfig({
      app: { key: `${secretOf('the configuration')}-0123456789-0123456789` },
      http: { port: 0, trusted_hosts: ['localhost', '127.0.0.1'] },
      database: { connections: { sqlite: { path: ':memory:' } } },
      health: { cache: 0, details: true, event_loop: { max_delay: null }, disk: { free: null } },
      log: { level: 'trace', format: 'json', headers },
      otel: { spans: ['middleware', 'handler', 'hook', 'validation', 'query', 'throttle', 'gate'], except: [] },
    })
    .create();
  await app.open();
  const client = reach(app);
  for (const [place, act] of places) await act(secretOf(place), client);
  const ready = await fetch(`${client.url}/health/ready`);
  answers.push(await ready.text());
  await app.close();
  await telemetry.flush();
});

afterAll(async () => {
  await telemetry.end();
  receiver.close();
});

test('each place has a secret of its own', () => {
  expect(new Set(places.map(([place]) => secretOf(place))).size).toBe(places.length);
});

test('requests, failures, statements and details of health were written and sent', () => {
  expect(lines.filter((line) => line.includes('"route":"/echo"')).length).toBeGreaterThan(8);
  expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(8);
  const names = receiver.spans.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['SELECT', 'INSERT', 'GET /fails', 'GET /reset/{token}', 'validation', 'middleware log']),
  );
  expect(answers.join('')).toContain('"note"');
});

test.each(places)('a secret in %s is in no line, span or answer of health', (place) => {
  const secret = secretOf(place);
  const forms = [secret, btoa(`ada:${secret}`)];
  const found = { lines, spans: [receiver.text], answers };
  const leaks = Object.entries(found).flatMap(([where, texts]) =>
    texts.flatMap((text) =>
      forms.flatMap((form) => {
        const at = text.indexOf(form);
        return at < 0 ? [] : [`${where}: ${text.slice(Math.max(0, at - 120), at + 40)}`];
      }),
    ),
  );
  expect(leaks).toEqual([]);
});

test.each([
  ['sqlite', "select 'it''s s3cr3t' as a, b from c where d = ?", 'select ? as a, b from c where d = ?'],
  ['pgsql', "select E'it\\'s s3cr3t' where \"a\" = $1", 'select ? where "a" = $1'],
  ['pgsql', 'select $$s3cr3t$$, $x$ s3cr3t $x$', 'select ?, ?'],
  ['pgsql', 'select "id" from "users" where "pin" = 1234 limit 5', 'select "id" from "users" where "pin" = ? limit 5'],
  ['mysql', 'select "it\\"s s3cr3t", `id` from `users`', 'select ?, `id` from `users`'],
])('the text of a statement of %s has no literals: %s', (driver, sql, shown) => {
  expect(queryText(sql, driver)).toBe(shown);
});
