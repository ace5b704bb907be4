import { test } from '@jest/globals';
import type { TestClient } from '@taproot/testing';
import { onlyCompiled } from './support.ts';

class User {
  readonly id = 7;
}

test('actingAs() takes users, and neither a client nor a promise of a user', () => {
  onlyCompiled((client: TestClient, found: { id: number; name: string | null }, unknown: object) => {
    client.actingAs(new User());
    client.actingAs({ id: 7 }, 'admin');
    client.actingAs(found);
    client.actingAs(unknown);
    // @ts-expect-error -- a client in place of the user
    client.actingAs(client);
    // @ts-expect-error -- a promise that is not awaited
    client.actingAs(Promise.resolve(new User()));
    // @ts-expect-error -- not an object
    client.actingAs(7);
  });
});
