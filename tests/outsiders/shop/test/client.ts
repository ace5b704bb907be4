import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiError, createClient } from '@taproot/client';
import { query } from '@taproot/client/query';
import { routes } from '#routes';
import { boot } from '../bootstrap/app.ts';

test('the generated client calls the server over a socket', async () => {
  const app = await boot({ basePath: new URL('../../', import.meta.url).href, env: { APP_ENV: 'testing', PORT: '0' } });
  await app.open();
  try {
    const baseUrl = app.facades.Http().address?.url ?? '';
    const api = createClient({ routes, baseUrl, headers: { 'X-Api-Key': 'letmein' }, retry: 0 });
    const { id, thanks } = await api.orders.store({ body: { total: 12 } }).data();
    assert.deepEqual([id, thanks], [1, 'Thank you, Ada!']);
    const refused = await api.orders.store({ body: { total: 0 } });
    assert.equal(!refused.ok && refused.status === 422 && refused.errors.total?.length, 1);
    const { queryKey, queryFn } = query(api.orders.index);
    assert.equal(queryKey[0], 'orders.index');
    assert.deepEqual(await queryFn({ signal: AbortSignal.timeout(5000) }), [{ id: 1, total: 12 }]);
    await assert.rejects(api.orders.index().data(), (error: ApiError) => error.result.status === 429);
    const stranger = await createClient({ routes, baseUrl }).orders.index();
    assert.equal(!stranger.ok && stranger.status === 401 && stranger.problem.code, 'E_UNAUTHENTICATED');
  } finally {
    assert.deepEqual(await app.close(), []);
  }
});
