import { describe, expect, test } from '@jest/globals';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, ownPrefix } from './support/application.ts';
import { madeOnce, makeOnce, withMakers } from './support/maker-processes.ts';

// `npm run test:long -- one-maker` has a source that takes two seconds, and a maker that is killed.
const onRedis = (await hasRedis()) ? describe : describe.skip;

const holds = (store: object) =>
  withMakers(store, async (ask) => {
    expect(await makeOnce(ask, (reply) => reply.end('made'))).toEqual(madeOnce('made'));
  });

onRedis('on Redis', () => {
  test('1,000 callers in two processes have one maker, and one each while the source fails', () =>
    holds({ prefix: ownPrefix() }));
});

onEngines((engine) => {
  test('1,000 callers in two processes have one maker, and one each while the source fails', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        const { app } = await boot({ connection });
        await holds({ connection });
        await app.close();
      }),
    ));
});
