import { afterEach, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { routing } from '@taproot/routing';

let app: Application | undefined;
afterEach(() => app?.close());

const help = async (command: string, columns: string): Promise<string> => {
  app = await setup(null, { env: { APP_ENV: 'testing', COLUMNS: columns } })
    .withPlugins([consoleKernel(), routing()])
    .create();
  return (await app.facades.Console().call(command, ['--help'])).output;
};

const details = (output: string): string[] =>
  /Details\n((?: {2}.*\n|\n)+?)\n?Examples/.exec(output)?.[1]?.split('\n') ?? [];

test.each(['40', '80', '200'])('the details of a command fit into %s columns, and at most 80', async (columns) => {
  const lines = details(await help('hooks:trace', columns));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.min(Number(columns), 80));
  expect(lines.filter((line) => line.endsWith(' '))).toEqual([]);
});

test('details that speak of an option first are one paragraph', async () => {
  const lines = details(await help('serve', '80'))
    .join('\n')
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(3);
});
