import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Scratch } from '../docs/support/scratch.ts';
import { declarations } from './snippets/declarations.ts';
import { LanguageServer } from './snippets/language-server.ts';
import { prelude } from './snippets/snippet.ts';

let scratch: Scratch;
let server: LanguageServer;

beforeAll(async () => {
  scratch = await Scratch.create();
  await scratch.write('declarations.ts', declarations);
  await scratch.configure('tsconfig.json');
  server = await LanguageServer.start(scratch.folder);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await scratch.remove();
});

let count = 0;

/** The lines that an author gets by taking the offers of an editor at the mark. */
const linesAfter = async (code: string): Promise<readonly string[]> => {
  const file = await scratch.write(`typed${count++}.ts`, `${prelude}\n${code}`);
  return [...(await server.complete(file)).values()];
};

test.each([
  ["rules({ title: '¦' })", "rules({ title: 'required' })"],
  ["rules({ title: 'requ¦' })", "rules({ title: 'required_if' })"],
  ["rules({ title: 'required|¦' })", "rules({ title: 'required|email' })"],
  ["rules({ title: 'required|em¦' })", "rules({ title: 'required|email' })"],
  ["rules({ title: 'required|string|max:9|¦' })", "rules({ title: 'required|string|max:9|lowercase' })"],
  [
    "rules({ title: 'required|string|nul¦', b: 'integer' })",
    "rules({ title: 'required|string|nullable', b: 'integer' })",
  ],
  ["rules({ title: 'requ¦|email' })", "rules({ title: 'required|email' })"],
  ["rules({ title: ['required', 'em¦'] })", "rules({ title: ['required', 'email'] })"],
  ["rules({ title: ['em¦', (value) => value === 1] })", "rules({ title: ['email', (value) => value === 1] })"],
  ["rules({ title: 'required|pho¦' })", "rules({ title: 'required|phone' })"],
  ["ctx.request().validated({ title: 'required|em¦' })", "ctx.request().validated({ title: 'required|email' })"],
  ["validation.make(null, {}, { title: 'required|em¦' })", "validation.make(null, {}, { title: 'required|email' })"],
  ["rules({ a: 'same:¦', bee: '' })", "rules({ a: 'same:bee', bee: '' })"],
  ["rules({ a: 'required|same:b¦', bee: '' })", "rules({ a: 'required|same:bee', bee: '' })"],
  ["rules({ a: 'required_with:x,b¦', bee: '', x: '' })", "rules({ a: 'required_with:x,bee', bee: '', x: '' })"],
])('an editor completes %s to %s', async (typed, wanted) => {
  expect(await linesAfter(typed)).toContain(wanted);
});

test('an editor offers no text that is not a rule', async () => {
  const lines = await linesAfter("rules({ title: 'required|¦' })");
  expect(lines.length).toBeGreaterThan(100);
  for (const line of lines) expect(line).toMatch(/^rules\(\{ title: 'required\|\w*' \}\)$/);
});
