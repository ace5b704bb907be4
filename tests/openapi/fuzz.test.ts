import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Subject, subjects } from './fuzz/applications.ts';
import { fuzzDocument } from './fuzz/fuzz-document.ts';

test.each(Object.entries({ skeleton: subjects.skeleton, golden: subjects.golden }))(
  'requests that the document of %s allows are accepted, others are refused, and every reply is in it',
  async (_, open) => {
    const subject = await open();
    try {
      const { faults, allowed, operations, operationsThatSucceeded, forbidden } = await fuzzDocument(subject, 2, 1);
      expect(faults).toEqual([]);
      expect(allowed).toBe(2 * operations);
      expect(operationsThatSucceeded).toBeGreaterThan(operations / 2);
      expect(forbidden).toBeGreaterThan(0);
    } finally {
      await subject.close();
    }
  },
);

describe('what a document says wrong is found', () => {
  let golden: Subject;

  beforeAll(async () => {
    golden = await subjects.golden();
  });

  afterAll(() => golden.close());

  // Each is the document of the golden application with one mistake.
  test.each<readonly [mistake: string, fault: RegExp, from: RegExp, to: string]>([
    [
      'another type of a field',
      /an allowed request is 422 .*nights/,
      /"nights":\{"type":"integer"/g,
      '"nights":{"type":"boolean"',
    ],
    [
      'a parameter that is not required',
      /200 for what .*\n.*page left out/,
      /("name":"page","in":"query","required":)false/g,
      '$1true',
    ],
    ['a status that is missing', /the status 202 is not listed/, /"202":/g, '"299":'],
    ['another media type', /the media type "text\/csv" is not listed/, /"text\/csv":/g, '"text/x":'],
    [
      'another type of a member',
      /the body does not fit: .*floor must be string/,
      /"floor":\{"type":\["number","null"\]/g,
      '"floor":{"type":"string"',
    ],
    [
      'a header that is not sent',
      /the header X-No is missing/,
      /"headers":\{/g,
      '"headers":{"X-No":{"required":true},',
    ],
  ])('%s', async (_, fault, from, to) => {
    const text = JSON.stringify(golden.document);
    const document = JSON.parse(text.replaceAll(from, to)) as Subject['document'];
    expect(JSON.stringify(document)).not.toBe(text);
    const { faults } = await fuzzDocument({ ...golden, document }, 3, 1);
    expect(faults.join('\n')).toMatch(fault);
  });
});
