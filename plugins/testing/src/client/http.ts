import type { Application } from '@taproot/core';
import { TestClient } from './test-client.ts';

/** A client of the application: `await http(app).get('/posts/1').assertOk().assertJsonPath('title', 'Hello')`. */
export const http = (app: Application): TestClient =>
  new TestClient({ app, headers: {}, cookies: {}, ip: '127.0.0.1' });
