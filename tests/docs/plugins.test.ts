import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CodeBlock, codeBlocks, readPage } from './support/code-blocks.ts';
import { Scratch } from './support/scratch.ts';
import { type Exchange, exchangesOf, isShown } from './support/session.ts';

// The page is one application in three states: whole, without its plugin, and without the plugin's step as well.
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

let scratch: Scratch;

beforeAll(async () => {
  scratch = await Scratch.create();
});

afterAll(() => scratch.remove());

const writeWhole = async (): Promise<void> => {
  for (const { file, code } of blocks) if (file !== null) await scratch.write(file, code);
};

const write = (file: string): Promise<string> => scratch.write(file, leftOut(file).code);

test('the plugin of docs/plugins.md compiles, and does what the page shows', async () => {
  await writeWhole();
  const { command, shown } = session('try.ts');
  const [compiled, ran] = await Promise.all([scratch.compile(), scratch.runFile('try.ts')]);

  expect(compiled).toBe('');
  expect(command).toBe('node --import tsx try.ts');
  expect(ran).toEqual({ stdout: `${shown}\n`, stderr: '', code: 0 });
});

test('left out of bootstrap/plugins.ts, its builder step does not compile', async () => {
  await writeWhole();
  await write('bootstrap/plugins.ts');
  const complaint = await scratch.compile();
  const shown = only(blocks.filter(({ marks }) => marks.includes('compile-error'))).code.trim();

  // Where the two are not alike, the failure shows both.
  expect(isShown(shown, complaint) ? shown : complaint).toBe(shown);
});

test('left out altogether, its facade names the fix', async () => {
  await writeWhole();
  await write('bootstrap/plugins.ts');
  await write('bootstrap/app.ts');
  const [compiled, ran] = await Promise.all([scratch.compile(), scratch.runFile('main.ts')]);

  expect(compiled).toBe('');
  expect(ran).toEqual({ stdout: '', stderr: `${session('main.ts').shown}\n`, code: 1 });
});
