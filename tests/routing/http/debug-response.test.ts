import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { HttpError } from '@taproot/core';
import { stderrOf } from '../../core/support.ts';
import { serve } from '../../support/serve.ts';

const folder = await mkdtemp(join(tmpdir(), 'debug-'));
afterAll(() => rm(folder, { recursive: true }));

const word = 'known-to-the-server-only';
// Line 3 says it, so that neither the path nor the message does.
const secretFile = async (name: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `// first\n\nconst secret = '${word}';\n`);
  return path;
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly terminal: string;
}

/** What a client gets, and the terminal, for what `fail` throws when it is given the text of a client. */
const answer = async (fail: (input: string) => unknown, input = '', accept = 'text/html'): Promise<Answer> => {
  const served = await serve(
    (route) =>
      route.get('/fail', (ctx) => {
        const thrown = fail(ctx.request().query('input') ?? '');
        if (thrown === undefined) return ctx.response().noContent();
        throw thrown;
      }),
    { env: { APP_ENV: 'development' } },
  );
  try {
    let reply: { status: number; body: string } = { status: 0, body: '' };
    const terminal = await stderrOf(async () => {
      const response = await fetch(`${served.url}/fail?input=${encodeURIComponent(input)}`, { headers: { accept } });
      reply = { status: response.status, body: await response.text() };
    });
    return { ...reply, terminal };
  } finally {
    await served.close();
  }
};

const parse = (input: string): unknown => BigInt(input);

/** An error whose stack begins as V8 writes it: Jest's own way takes the message that an error has when it is asked. */
const written = (error: Error): Error => {
  const { stack = '', name, message } = error;
  error.stack = message === '' ? stack.replace(`${name}: `, name) : stack;
  return error;
};
const sqlError = (input: string): Error => {
  const error = written(new Error(`invalid input: "${input}"`));
  error.message = `select * from posts - ${error.message}`;
  return error;
};
const shortened = (input: string): Error => {
  const error = written(new Error(`bad ${input}`));
  error.message = 'refused';
  return error;
};

describe('a file that a message names is not read', () => {
  test.each<[what: string, fail: (input: string) => unknown]>([
    ['of an error of the engine', parse],
    ['of an Error', (input) => new Error(input)],
    ['of an error without a name', (input) => Object.assign(new Error(input), { name: '' })],
    ['of a SyntaxError, as its place', (input) => new SyntaxError(input)],
    ['of an HttpError', (input) => new HttpError(503, input)],
    ['of a cause', (input) => new Error('outer', { cause: new Error(input, { cause: new SyntaxError(input) }) })],
    ['of an AggregateError', (input) => new AggregateError([new Error(input)], input)],
    ['of an error with more before its message', sqlError],
    ['of an error whose message was replaced', shortened],
    ['of no error', (input) => input],
    ['of an object that says it is one', (input) => ({ name: 'Error', message: input, stack: `Error: ${input}` })],
    ['in the stack of another engine', (input) => Object.assign(new Error(input), { stacktrace: input })],
    [
      'behind the frames',
      (input) => {
        const error = new Error('outer');
        error.stack += `\nCaused by: ${input}`;
        return error;
      },
    ],
  ])('%s', async (_what, fail) => {
    for (const name of ['secret.conf', 'secret.ts']) {
      const path = await secretFile(name);
      for (const input of [
        `\n    at g (${path}:3:1)`,
        `\n    at g (file://${path}:3:1)\n    at ${path}:3:1\n`,
        `${path}:3`,
        `\ng@${path}:3:1`,
      ]) {
        const page = await answer(fail, input);
        expect([page.status >= 500, page.body.includes(word), page.terminal.includes(word)]).toEqual([
          true,
          false,
          false,
        ]);
        const json = await answer(fail, input, 'application/json');
        expect([json.status >= 500, json.body.includes(word), json.terminal.includes(word)]).toEqual([
          true,
          false,
          false,
        ]);
      }
    }
  });

  test('nor a device, nor what is no source even where a frame is real', async () => {
    const path = join(folder, 'template.conf');
    await writeFile(path, `throw new Error('from a template'); // ${word}\n`);
    const page = await answer(() => {
      const { message, stack = '' } = new Error('from a template');
      return Object.assign(new Error(message), {
        stack: stack.replace('\n', `\n    at t (${path}:1:1)\n    at d (/dev/zero:1:1)\n`),
      });
    });
    expect([page.status, page.body.includes(word)]).toEqual([500, false]);
    expect(page.body).toContain('template.conf');
  });
});

describe('the debug page still shows', () => {
  const inTheSource = 'a comment of this test';

  test.each<[what: string, fail: (input: string) => unknown, shown: string[]]>([
    [
      'name, message and cause',
      () => new TypeError('what went wrong', { cause: new Error('and this is why') /* a comment of this test */ }),
      ['TypeError', 'what went wrong', 'and this is why'],
    ],
    [
      'every line of a message',
      (input) => new Error(`one\n    at two (${input}:1:1)\nthree`) /* a comment of this test */,
      ['one\n', 'at two (', '\nthree'],
    ],
    ['an error without a message', () => written(new RangeError()) /* a comment of this test */, ['RangeError']],
    [
      'an error with more before its message',
      () => sqlError('x') /* a comment of this test */,
      ['select * from posts - invalid input: &#34;x&#34;'],
    ],
    [
      'code and members of an error',
      () => Object.assign(new Error('taken'), { code: 'E_OWN', detail: 'the row' }) /* a comment of this test */,
      ['E_OWN', 'the row'],
    ],
  ])('%s, with the source', async (_what, fail, shown) => {
    const { status, body } = await answer(fail, 'x');
    expect(status).toBe(500);
    for (const text of [...shown, 'debug-response.test.ts', inTheSource])
      expect([text, body.includes(text)]).toEqual([text, true]);
  });

  test('frames without source when the message is no more that of the stack', async () => {
    const { body } = await answer(shortened, 'x');
    expect(body).toContain('refused');
    expect(body).toContain('debug-response.test.ts');
    // The one source is that of the route.
    expect(body.split('<ol class="code"')).toHaveLength(2);
    expect(body).toContain('registers the route');
  });

  test('frames of packages, wherever they lie', async () => {
    const path = join(folder, 'node_modules', 'thrower', 'index.mjs');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `// first\nexport const thrown = () => new Error('within'); // ${word}\n`);
    const { thrown } = (await import(path)) as { thrown: () => Error };
    const { body } = await answer(thrown);
    expect([body.includes('within'), body.includes('thrower/index.mjs'), body.includes(word)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('the place of a syntax error that require() tells', async () => {
    const path = join(folder, 'broken.cjs');
    await writeFile(path, `// ${word}\n\nconst a = ;\n`);
    const { message, stack } = await new Promise<Error>((resolve) =>
      execFile(
        process.execPath,
        [
          '-e',
          `try { require(${JSON.stringify(path)}) } catch (e) { console.log(JSON.stringify({ message: e.message, stack: e.stack })) }`,
        ],
        (_error, stdout) => resolve(JSON.parse(stdout) as Error),
      ),
    );
    const { body } = await answer(() => Object.assign(new SyntaxError(message), { stack }));
    expect([body.includes('broken.cjs'), body.includes(word)]).toEqual([true, true]);
  });

  test('nothing of a stack that has no frames', async () => {
    const { status, body } = await answer(() => Object.assign(new Error('bare'), { stack: 'Error: bare' }));
    expect([status, body.includes('bare')]).toEqual([500, true]);
    const none = await answer(() => Object.assign(new Error('bare'), { stack: undefined }));
    expect([none.status, none.body.includes('bare')]).toEqual([500, true]);
  });
});
