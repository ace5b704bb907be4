import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';

/** Types lines into the prompt of an application; resolves to what it wrote. */
const type = async (...lines: readonly string[]): Promise<string> => {
  const app = await setup(null, { env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), routing()])
    .create();
  const stdout = new PassThrough();
  const written = buffer(stdout);
  try {
    const stdin = Readable.from(lines.map((line) => `${line}\n`));
    expect(await app.facades.Console().run(['repl'], { stdin, stdout, stderr: stdout })).toBe(0);
  } finally {
    stdout.end();
    expect(await app.close()).toEqual([]);
  }
  return (await written).toString();
};

test('the application and its facades are at hand, and lines may await', async () => {
  const said = await type(
    'app.config.app.env',
    'facades.Http() === Http()',
    'const later = await Promise.resolve(6)',
    'later * 7',
    '.exit',
  );
  expect(said).toContain("'testing'\ntrue\n42\n");
});

test('the end of the input ends it, and an error shows its fix', async () => {
  const said = await type("await Console().call('rout:list')", 'facades.Nope()', '1 + 1');
  expect(said).toContain('fix:');
  expect(said).toMatch(/Did you mean/);
  expect(said).toMatch(/2\n$/);
});
