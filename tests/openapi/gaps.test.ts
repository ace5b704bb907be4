import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolder } from '../support/describe-folder.ts';
import { gaps } from './fixture/routes/gaps.ts';
import { boot, fixture } from './support.ts';

describe('what the code does not say', () => {
  let built: Built;

  beforeAll(async () => {
    const app = await boot(gaps);
    built = await describeFolder(app, fixture);
    await app.close();
  }, 60_000);

  const gapsAt = (part: string): string[] =>
    built.gaps
      .filter(({ message, place }) => `${basename(place?.file ?? '')} ${message}`.includes(part))
      .map(({ code }) => code);

  test.each([
    ['The handler returns a response that it does not make itself', 'E_OPENAPI_REPLY'],
    ['JSON has no bigint', 'E_OPENAPI_SHAPE'],
    ['JSON has no Map<string, string>', 'E_OPENAPI_SHAPE'],
    ['The rules have no literal fields', 'E_OPENAPI_RULES'],
    ['The rules of "title" are not literal', 'E_OPENAPI_RULES'],
    ['The code of the handler of GET|HEAD /loose cannot be found', 'E_OPENAPI_HANDLER'],
    ['Two types have the name Product', 'E_OPENAPI_NAME'],
    ['The rule silent of "title" has no JSON Schema', 'E_OPENAPI_RULES'],
    ['a status that no type says', 'E_OPENAPI_REPLY'],
    ['gaps.ts The rules of "title" have a mistake: \'required|strin\'', 'E_OPENAPI_RULES'],
    ["gaps.ts The rules of \"tags\" have a mistake: ['required', 'lst']", 'E_OPENAPI_RULES'],
    ['gaps.ts The rule "min" of the field "title" cannot be used: "abc" is not a number', 'E_OPENAPI_RULES'],
    ['a Web-standard Response', 'E_OPENAPI_REPLY'],
    ['POST /said says a reply 99, which is no status', 'E_OPENAPI_REPLY'],
    ['POST /said says the reply 201 without the type of its body', 'E_OPENAPI_REPLY'],
    ['POST /said-before says the reply 203 where it cannot be read', 'E_OPENAPI_REPLY'],
    ['The body of a response is a promise, or contains one', 'E_OPENAPI_REPLY'],
  ])('is a gap: %s', (message, code) => {
    expect(gapsAt(message)).toContain(code);
  });

  test('a body with a promise has no response that the document could describe', () => {
    const paths = built.document['paths'] as Readonly<Record<string, { readonly get: { readonly responses: object } }>>;
    expect(Object.keys(paths['/not-awaited']?.get.responses ?? {})).toEqual(['default']);
  });

  test('replies that a route says are in place of what its handler returns', () => {
    const paths = built.document['paths'] as Readonly<
      Record<string, { readonly post: { readonly responses: object } }>
    >;
    expect(Object.keys(paths['/said']?.post.responses ?? {})).toEqual(['200', '202', 'default']);
  });

  test('each has a place in the application, and a fix', () => {
    for (const { place, fix } of built.gaps) {
      expect(place).toMatchObject({ file: expect.stringContaining('/tests/openapi/'), line: expect.any(Number) });
      expect(fix).toMatch(/^[A-Z].{10}/);
    }
    expect(built.gaps.find(({ code }) => code === 'E_OPENAPI_NAME')?.message).toMatch(/other\.ts|shop\.ts/);
  });

  test('the document around them is valid all the same', async () => {
    await expect(validateDocument(built.document)).resolves.toBeUndefined();
    expect(Object.keys((built.document['components'] as { schemas: object }).schemas)).toEqual(
      expect.arrayContaining(['Product', 'Product2']),
    );
  });
});
