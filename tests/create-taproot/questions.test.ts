import { PassThrough, Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ask } from '../../create-taproot/src/ask.ts';
import { decide } from '../../create-taproot/src/decide.ts';
import { packageManagersHere, runningPackageManager } from '../../create-taproot/src/package-manager.ts';
import { type Options, readOptions } from '../../create-taproot/src/read-options.ts';

const enter = '\r';
const down = '\u001B[B';
const space = ' ';

/** Answers each question with its keys, once it is asked; resolves to what `ask()` does. */
const answer = async (
  args: readonly string[],
  answers: readonly (readonly [question: string, ...keys: string[]])[],
): Promise<{ options: Options | null; asked: string }> => {
  const input = new PassThrough();
  const left = [...answers];
  let asked = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      asked += String(chunk);
      const [next] = left;
      if (next !== undefined && asked.includes(next[0])) {
        left.shift();
        for (const key of next.slice(1)) setImmediate(() => input.write(key));
      }
      done();
    },
  });
  const env = { PATH: '', npm_config_user_agent: 'npm/11.0.0 node/v20.19.0' };
  const options = await ask(readOptions(args), env, { input, output });
  expect(left).toEqual([]);
  return { options, asked };
};

test('everything is asked that is not said, and Enter is the default', async () => {
  const { options } = await answer(
    [],
    [
      ['Where does it go?', enter],
      ['What does it begin with?', enter],
      ['Which HTTP engine?', enter],
      ['With which parts?', enter],
      ['Which database?', enter],
      ['Send traces and metrics by OpenTelemetry?', enter],
      ['Begin a git repository, with a first commit?', enter],
      ['Install the dependencies?', enter],
    ],
  );
  expect(options).toMatchObject({
    directory: 'my-app',
    starter: 'demo',
    driver: 'koa',
    packageManager: 'npm',
    parts: ['database', 'auth'],
    database: 'sqlite',
    otel: false,
    git: true,
    install: true,
  });
});

test('the answers are taken', async () => {
  const { options } = await answer(
    ['--no-git', '--no-install'],
    [
      ['Where does it go?', 'blog', enter],
      ['What does it begin with?', down, enter],
      ['Which HTTP engine?', down, enter],
      ['With which parts?', space, enter],
      ['Which database?', down, down, enter],
      ['Send traces and metrics by OpenTelemetry?', 'y'],
    ],
  );
  expect(options).toMatchObject({
    directory: 'blog',
    starter: 'api',
    driver: 'fastify',
    parts: ['auth'],
    database: 'mysql',
    otel: true,
  });
  expect(options === null ? [] : decide(options, '/work', {}).parts).toEqual(['database', 'auth']);
});

test('a name that npm would refuse is told at once', async () => {
  const { asked, options } = await answer(
    ['--starter', 'api', '--driver', 'koa', '--parts', 'none', '--no-otel', '--no-git', '--no-install'],
    [
      ['Where does it go?', 'A', enter],
      ['it has capital letters', '\u007F', 'a', enter],
    ],
  );
  expect(asked).toContain('"A" is not a valid package name');
  expect(options).toMatchObject({ directory: 'a' });
});

test('options of the command line are not asked again', async () => {
  const { asked } = await answer(
    ['blog', '--starter', 'demo', '--driver', 'koa', '--parts', 'none', '--otel', '--git', '--install'],
    [],
  );
  expect(asked).not.toContain('?');
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at any question cancels, and nothing is made', async (_key, key) => {
  const { options } = await answer([], [['Where does it go?', key]]);
  expect(options).toBeNull();
  const later = await answer(
    ['blog', '--starter', 'demo'],
    [
      ['Which HTTP engine?', enter],
      ['With which parts?', key],
    ],
  );
  expect(later.options).toBeNull();
});

test('the package manager is the one that runs the command, if it is installed', () => {
  expect(runningPackageManager({ npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22' })).toBe('pnpm');
  expect(runningPackageManager({ npm_config_user_agent: 'bun/1.2.0' })).toBe('npm');
  expect(runningPackageManager({})).toBe('npm');
  expect(packageManagersHere({ PATH: '/nowhere' })).toEqual(['npm']);
});
