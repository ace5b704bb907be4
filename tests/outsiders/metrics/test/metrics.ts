import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { routing } from '@taproot/routing';
import { http, pluginChecks, testApplication } from '@taproot/testing';
import { metrics } from '../src/index.ts';

const boot = () =>
  testApplication({
    plugins: [routing(), metrics()],
    config: { metrics: { buckets: [0.5, 60] } },
    register: ({ facades }) => facades.Route().get('/posts/{id}', (ctx) => ({ id: ctx.request().route('id') })),
  });

test('counts requests by route, whatever the parameter', async () => {
  await using app = await boot();
  await http(app).get('/posts/1').assertOk();
  await http(app).get('/posts/2').assertOk();
  const { text } = await http(app)
    .get('/metrics')
    .assertOk()
    .assertHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
  const labels = 'method="GET",route="/posts/{id}",status="200"';
  assert.ok(text.includes(`http_requests_total{${labels}} 2\n`), text);
  assert.ok(text.includes(`http_request_duration_seconds_bucket{${labels},le="+Inf"} 2\n`), text);
  assert.match(text, /# TYPE http_request_duration_seconds histogram\n/);
});

test('paths that nothing serves, and methods that they do not have, do not add a series each', async () => {
  await using app = await boot();
  for (let at = 0; at < 5; at++) await http(app).get(`/nowhere/${at}`).assertNotFound();
  await http(app).delete('/posts/1').assertMethodNotAllowed();
  const text = String(app.facades.Metrics());
  assert.equal(text.match(/^http_requests_total\{/gm)?.length, 2);
  assert.match(text, /http_requests_total\{method="GET",route="",status="404"\} 5\n/);
});

test('counts bytes that are no HTTP', async () => {
  await using app = await boot();
  await app.open();
  const socket = connect(app.facades.Http().address?.port ?? 0, '127.0.0.1').on('error', () => undefined);
  socket.end('nonsense\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  assert.match(String(app.facades.Metrics()), /http_requests_total\{method="",route="",status="400"\} 1\n/);
});

for (const { name, run } of pluginChecks(metrics, { beside: () => [routing()] })) void test(name, run);
