import { test } from '@jest/globals';
import { describeByBoth } from './compilers.ts';
import { team, unfollowed } from './fixture/routes/team.ts';
import { writeFileSync } from 'node:fs';

test('x', async () => {
  for (const [name, routes] of [['team', team], ['unfollowed', unfollowed]] as const) {
  const { six, seven } = await describeByBoth(routes);
  writeFileSync(`/tmp/reader-${name}-six.json`, JSON.stringify({ d: six.document, g: six.gaps }, null, 1));
  writeFileSync(`/tmp/reader-${name}-seven.json`, JSON.stringify({ d: seven.document, g: seven.gaps }, null, 1));
  }
}, 60_000);
