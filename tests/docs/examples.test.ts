import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { readPage, root } from './support/code-blocks.ts';
import { bootExample, type Example, examplesOf, testFile, writeExamples } from './support/examples.ts';
import { docPages } from './support/pages.ts';
import { Scratch } from './support/scratch.ts';
import { exchangesOf, isShown, runSession } from './support/session.ts';

// plugins.md is a package in examples/. The others build an application: the long tests `tutorial` and `scenarios` execute them.
const elsewhere = new Set([
  'docs/plugins.md',
  'docs/start/tutorial.md',
  'docs/recipes/uploads-and-roles.md',
  'docs/recipes/publish-a-plugin.md',
  'docs/recipes/uploads-to-s3.md',
  'docs/recipes/graphql.md',
  'docs/moving-in/express-step-by-step.md',
]);
const pages = ['README.md', ...docPages.filter((page) => !elsewhere.has(page))];

const examples = pages.flatMap((page) => examplesOf(page, readFileSync(join(root, page), 'utf8')));
const named = examples.map((example): [string, Example] => [`${example.page}:${example.program.line}`, example]);

/** A `ts test` block, as it is written to its file. */
interface Said {
  check(app: Application): Promise<void>;
}

let scratch: Scratch;

beforeAll(async () => {
  scratch = await Scratch.create();
  await scratch.write('vendors.d.ts', await readPage('tests/docs/support/vendors.d.ts'));
  for (const page of pages) await writeExamples(scratch, page, await readPage(page));
});

afterAll(() => scratch.remove());

test('what a page shows is compared to the end, dots standing for anything', () => {
  expect(isShown('a...c', 'abc')).toBe(true);
  expect(isShown('a.c', 'abc')).toBe(false);
  expect(isShown('abc', 'abcd')).toBe(false);
});

test('a session is split at its prompts', () => {
  expect(exchangesOf('$ curl a \\\n    -i\none\ntwo\n$ curl b\n')).toEqual([
    { command: 'curl a -i', shown: 'one\ntwo' },
    { command: 'curl b', shown: '' },
  ]);
});

test('the examples compile', async () => {
  expect(await scratch.compile()).toBe('');
  // The compiler, over every page at once.
}, 60_000);

describe('an example answers as its page shows', () => {
  const talkTo = async (app: Application, example: Example): Promise<void> => {
    const path = (file: string): string => join(app.basePath, file);
    for (const block of example.talk) {
      if (block.language === 'console') expect(await runSession(app, exchangesOf(block.code), path)).toEqual([]);
      else {
        const said = (await import(scratch.path(testFile(example, block)))) as Said;
        await said.check(app);
      }
    }
  };

  test.each(named)('%s', async (_place, example) => {
    const app = await bootExample(scratch, example);
    try {
      await talkTo(app, example);
    } finally {
      expect(await app.close()).toEqual([]);
    }
  });
});
