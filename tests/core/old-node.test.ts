import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

const reason = 'Taproot needs Node 20.19 or newer; this is 18.20.8.';

const node = process.versions.node;

const runsOn = (value: string): void => {
  Object.defineProperty(process.versions, 'node', { value, configurable: true });
};

beforeAll(() => runsOn('18.20.8'));
afterAll(() => runsOn(node));

test('D-9: create() says that the version of Node is too old', async () => {
  const { setup } = await import('@taproot/core');
  await expect(setup(null).create()).rejects.toMatchObject({ code: 'E_NODE_OLD', message: reason });
});

test('D-9: run() says so before it asks for the application, and ends the process with 1', async () => {
  const { run } = await import('@taproot/core/run');
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const boot = jest.fn(() => Promise.reject(new Error('never called')));
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(run(boot)).rejects.toThrow('exit 1');
  expect(write.mock.calls).toEqual([[`${reason}\n`]]);
  write.mockRestore();
  exit.mockRestore();
  expect(boot).not.toHaveBeenCalled();
});

// A name that a module of Node lacks fails while it links, before any line of ours runs.
test('D-9: the core takes parseEnv, which Node 18 lacks, by no import of its name', () => {
  const source = readFileSync(join(import.meta.dirname, '../../core/src/config/dotenv.ts'), 'utf8');
  expect(source).not.toMatch(/import\s*\{[^}]*parseEnv/);
});
