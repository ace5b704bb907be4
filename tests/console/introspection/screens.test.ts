import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { displayWidth } from '@taproot/console/command';
import type { Application } from '@taproot/core';
import { codeBlocks, readPage, root } from '../../docs/support/code-blocks.ts';
import { bootExample, writeExamples } from '../../docs/support/examples.ts';
import { Scratch } from '../../docs/support/scratch.ts';

const page = 'docs/console.md';
const markdown = await readPage(page);

/** A screen of the page: "```console columns=80", a prompt, and what is shown below it. */
const screens = codeBlocks(markdown)
  .filter(({ language, marks }) => language === 'console' && marks.some((mark) => mark.startsWith('columns=')))
  .map(({ marks, code }) => {
    const [, command = '', shown = ''] = /^\$ npx taproot ([^\n]+)\n([^]*)$/.exec(code) ?? [];
    return { columns: Number(marks.join().replace('columns=', '')), command, shown };
  });

let scratch: Scratch;
let app: Application;

beforeAll(async () => {
  scratch = await Scratch.create();
  const [example] = await writeExamples(scratch, page, markdown);
  if (example === undefined) throw new Error(`${page} has no application.`);
  app = await bootExample(scratch, example);
});

afterAll(async () => {
  await app.close();
  await scratch.remove();
});

const run = async (command: string, columns: number): Promise<string> => {
  let text = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    text += chunk.toString();
    done();
  };
  const stdout = Object.assign(new Writable({ write }), { columns });
  expect(await app.facades.Console().run(command.split(' '), { stdout, stderr: stdout })).toBe(0);
  // No folder of the machine that last made the page stands in it.
  return text.replace(/^( +Folder +).*$/m, '$1/home/ann/garden');
};

/** What differs from one run, one machine to the next: figures, bars, versions, folders. */
const masked = (screen: string): string =>
  screen
    .replaceAll(/^( +(?:Node|Platform|Folder) +).*$/gm, '$1...')
    .replaceAll(/ +[█░▏][█░▏ ]*$/gm, ' |')
    .replaceAll(/ *\b\d+\.\d\d\b/g, ' 0.00')
    // Above those figures, and as wide as the widest.
    .replaceAll(/ +START +TIME\b/g, ' START TIME')
    .replaceAll(/\d+ bytes/g, '0 bytes');

test('the page has screens', () => {
  expect(screens.map(({ command, columns }) => `${command.split(' ', 1)[0] ?? ''} ${columns}`)).toEqual(
    expect.arrayContaining(['route:list 160', 'route:list 80', 'hooks:list 80', 'hooks:trace 80', 'about 80']),
  );
});

describe.each(screens)('npx taproot $command, on $columns columns', ({ command, columns, shown }) => {
  test('shows what the page shows', async () => {
    const actual = await run(command, columns);
    if (process.env.UPDATE_DOCS === '1') {
      const fence = `\`\`\`console columns=${columns}\n$ npx taproot ${command}\n`;
      const text = await readPage(page);
      await writeFile(
        join(root, page),
        text.replace(`${fence}${shown}\`\`\``, () => `${fence}${actual}\`\`\``),
      );
      return;
    }
    expect(masked(actual)).toBe(masked(shown));
  });

  test('is no wider than the terminal', async () => {
    const widths = (await run(command, columns)).split('\n').map(displayWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  });
});
