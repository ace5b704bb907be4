import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CodeBlock, codeBlocks, readPage, root } from './support/code-blocks.ts';
import { Scratch } from './support/scratch.ts';
import { type Exchange, exchangesOf, isShown } from './support/session.ts';

// The page is a plugin, which is one of the examples, and one application in three states: whole, without the plugin, and
// without the plugin's step as well.
const blocks = codeBlocks(await readPage('docs/plugins.md'));
const sessions = blocks.filter(({ language }) => language === 'console').flatMap(({ code }) => exchangesOf(code));

const only = <Value>(values: readonly Value[]): Value => {
  const [value] = values;
  if (value === undefined || values.length > 1)
    throw new Error(`${values.length} blocks where the page should have one.`);
  return value;
};

const leftOut = (file: string): CodeBlock => only(blocks.filter(({ marks }) => marks.includes(`left-out=${file}`)));
const session = (program: string): Exchange => only(sessions.filter(({ command }) => command.endsWith(` ${program}`)));

const isOfPlugin = ({ file }: CodeBlock): boolean => file?.startsWith('examples/') === true;

// Compilers and processes of their own: on a busy machine they take their time.
const patience = 60_000;

let scratch: Scratch;

beforeAll(async () => {
  scratch = await Scratch.create();
  // The example is not built: installed here is its source, and the packages that it imports are those of its application.
  const name = '@taproot-examples/plugin-request-log';
  const source = join(root, 'examples/plugin-request-log/src/index.ts');
  await scratch.write(
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, type: 'module', exports: './index.ts' }),
  );
  await scratch.write(`node_modules/${name}/index.ts`, `export * from ${JSON.stringify(source)};\n`);
});

afterAll(() => scratch.remove());

const writeWhole = async (): Promise<void> => {
  for (const block of blocks)
    if (block.file !== null && !isOfPlugin(block)) await scratch.write(block.file, block.code);
};

const write = (file: string): Promise<string> => scratch.write(file, leftOut(file).code);

test('the plugin of docs/plugins.md is the one in examples/, whole', async () => {
  const shown = blocks.filter(isOfPlugin).map(({ file }) => file ?? '');
  const src = 'examples/plugin-request-log/src';
  const there = (await readdir(join(root, src))).map((file) => `${src}/${file}`);

  expect(shown.toSorted()).toEqual(there.toSorted());
  for (const { file, code } of blocks.filter(isOfPlugin)) expect(code).toBe(await readPage(file ?? ''));
});

test(
  'its application compiles, and does what the page shows',
  async () => {
    await writeWhole();
    const { command, shown } = session('try.ts');
    const [compiled, ran] = await Promise.all([scratch.compile(), scratch.runFile('try.ts')]);

    expect(compiled).toBe('');
    expect(command).toBe('node --import tsx try.ts');
    expect({ ...ran, stdout: isShown(shown, ran.stdout) ? shown : ran.stdout }).toEqual({
      stdout: shown,
      stderr: '',
      code: 0,
    });
  },
  patience,
);

test(
  'it passes the checks, under the test runner of Node',
  async () => {
    await writeWhole();
    const { stdout, code } = await scratch.runFile('checks.ts');
    // Led by `#` or, from Node 24 on, by a sign of its own.
    const count = (what: string): string | undefined => new RegExp(`${what} (\\d+)`).exec(stdout)?.[1];
    expect([code, count('pass'), count('fail')]).toEqual([0, '11', '0']);
  },
  patience,
);

test(
  'left out of bootstrap/plugins.ts, its builder step does not compile',
  async () => {
    await writeWhole();
    await write('bootstrap/plugins.ts');
    const complaint = await scratch.compile();
    const shown = only(blocks.filter(({ marks }) => marks.includes('compile-error'))).code.trim();

    // Where the two are not alike, the failure shows both.
    expect(isShown(shown, complaint) ? shown : complaint).toBe(shown);
  },
  patience,
);

test(
  'left out altogether, its facade names the fix',
  async () => {
    await writeWhole();
    await write('bootstrap/plugins.ts');
    await write('bootstrap/app.ts');
    const [compiled, ran] = await Promise.all([scratch.compile(), scratch.runFile('main.ts')]);

    expect(compiled).toBe('');
    expect(ran).toEqual({ stdout: '', stderr: `${session('main.ts').shown}\n`, code: 1 });
  },
  patience,
);
