import type { Application } from '@taproot/core';
import type { KnownRoutes, NoRoutes } from './route-request.ts';
import { TestClient } from './test-client.ts';

/**
 * A client of the application: `await http(app).get('/posts/1').assertOk().assertJsonPath('title', 'Hello')`.
 * With the generated types it also calls routes by their names: `http<Routes>(app).route('posts.show', { params: { id: 1 } })`.
 */
export const http = <Known extends KnownRoutes<Known> = NoRoutes>(app: Application): TestClient<Known> =>
  new TestClient<Known>({ app, headers: {}, cookies: {}, jar: null, ip: '127.0.0.1', actor: null });
