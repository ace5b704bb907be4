import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Scratch } from '../docs/support/scratch.ts';
import { declarations } from './snippets/declarations.ts';
import { rightForms } from './snippets/right-forms.ts';
import { rightHandlers } from './snippets/right-handlers.ts';
import { rightNames } from './snippets/right-names.ts';
import { rightOptions } from './snippets/right-options.ts';
import { rightRequests } from './snippets/right-requests.ts';
import { rightRules } from './snippets/right-rules.ts';
import { rightValues } from './snippets/right-values.ts';
import { rightSchemas, wrongSchemas } from './snippets/schemas.ts';
import { prelude, type Snippet, type WrongLines } from './snippets/snippet.ts';
import * as wrongForms from './snippets/wrong-forms.ts';
import { wrongHandlers } from './snippets/wrong-handlers.ts';
import * as wrongNames from './snippets/wrong-names.ts';
import * as wrongOptions from './snippets/wrong-options.ts';
import { wrongRequests } from './snippets/wrong-requests.ts';
import * as wrongRules from './snippets/wrong-rules.ts';

const wrong: Readonly<Record<string, WrongLines>> = {
  ...wrongRules,
  ...wrongOptions,
  ...wrongForms,
  ...wrongNames,
  wrongRequests,
  wrongSchemas,
  wrongHandlers,
};
const right: Readonly<Record<string, readonly string[]>> = {
  rightRules,
  rightOptions,
  rightForms,
  rightRequests,
  rightSchemas,
  rightHandlers,
  rightNames,
  rightValues,
};

const groups = new Map<string, readonly Snippet[]>([
  ...Object.entries(wrong).map(([name, lines]) => [name, lines.map(([code, says]) => ({ code, says }))] as const),
  ...Object.entries(right).map(([name, lines]) => [name, lines.map((code) => ({ code, says: null }))] as const),
]);

/** A program with a line for each snippet, so that a complaint's line tells which one it is about. */
const programOf = (snippets: readonly Snippet[]): string =>
  prelude + snippets.map(({ code }, i) => `\nexport const line${i} = async () => { ${code} };`).join('');

const firstLine = prelude.split('\n').length;

/** The complaints about each snippet, by its group and its number. */
const complaintsIn = (output: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const complaint of output.split(/\n(?=\S)/)) {
    const [, group, line, said = ''] = /^(\w+)\.ts\((\d+),\d+\): error (.*)$/s.exec(complaint) ?? [];
    const place = `${group}:${Number(line) - firstLine - 1}`;
    found.set(place, [...(found.get(place) ?? []), said]);
  }
  return found;
};

// One run of the compiler reads them all.
describe('lines of an application', () => {
  let scratch: Scratch;
  let output = '';
  let complaints: ReadonlyMap<string, readonly string[]> = new Map();

  beforeAll(async () => {
    scratch = await Scratch.create();
    await scratch.write('declarations.ts', declarations);
    for (const [name, snippets] of groups) await scratch.write(`${name}.ts`, programOf(snippets));
    output = await scratch.compile();
    complaints = complaintsIn(output);
  }, 120_000);

  afterAll(() => scratch.remove());

  describe.each(Object.keys(wrong))('%s', (group) => {
    test.each((groups.get(group) ?? []).map((snippet, i) => ({ ...snippet, i })))('one error: $code', ({ i, says }) => {
      expect(complaints.get(`${group}:${i}`) ?? []).toEqual([expect.stringMatching(says ?? /^$/)]);
    });
  });

  describe.each(Object.keys(right))('%s', (group) => {
    test.each((groups.get(group) ?? []).map(({ code }, i) => ({ code: code.slice(0, 200), i })))(
      'compiles: $code',
      ({ i }) => {
        expect(complaints.get(`${group}:${i}`) ?? []).toEqual([]);
      },
    );
  });

  test('are many, and every complaint is about one of them', () => {
    const count = (lists: Readonly<Record<string, readonly unknown[]>>): number => Object.values(lists).flat().length;
    expect(count(wrong)).toBeGreaterThanOrEqual(220);
    expect(count(right)).toBeGreaterThanOrEqual(150);
    const strangers = output
      .split(/\n(?=\S)/)
      .filter((complaint) => complaint !== '')
      .filter((complaint) => {
        const [, file = '', line = ''] = /^(\w+)\.ts\((\d+),/.exec(complaint) ?? [];
        // In the prelude it is about none of them.
        return !groups.has(file) || Number(line) <= firstLine;
      });
    expect(strangers).toEqual([]);
  });
});
