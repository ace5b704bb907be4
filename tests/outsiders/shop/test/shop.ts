import assert from 'node:assert/strict';
import { test } from 'node:test';
import { http } from '@taproot/testing';
import { printed } from '../app/receipt.ts';
import { boot } from '../bootstrap/app.ts';

test('an order passes every plugin', async () => {
  const app = await boot({ basePath: new URL('../../', import.meta.url).href, env: { APP_ENV: 'testing', PORT: '0' } });
  await app.open();
  try {
    const url = app.facades.Http().address?.url ?? '';
    const headers = { 'X-Api-Key': 'letmein', 'Content-Type': 'application/json' };
    const order = await fetch(`${url}/orders`, { method: 'POST', headers, body: '{"total":12}' });
    assert.deepEqual(await order.json(), { id: 1, thanks: 'Thank you, Ada!' });
    assert.equal(order.headers.get('x-shop'), 'open');
    const client = http(app).withHeader('X-Api-Key', 'letmein');
    await client
      .get('/orders')
      .assertOk()
      .assertExactJson([{ id: 1, total: 12 }]);
    await client.post('/orders', { total: 'much' }).assertUnprocessable();
    await client.get('/orders').assertTooManyRequests();
    await http(app).get('/orders').assertUnauthorized();
    await http(app).get('/health/ready').assertOk();
    const { output } = await app.facades.Console().call('queue:work --until-empty --quiet');
    assert.deepEqual([output, printed], ['Working on default.\nDone: 1\n', [1]]);
    await http(app)
      .get('/metrics')
      .assertOk()
      .assertSee(['http_requests_total{method="POST",route="/orders",status="201"} 1']);
  } finally {
    assert.deepEqual(await app.close(), []);
  }
});
