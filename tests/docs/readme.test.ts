import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeBlocks, readPage, root } from './support/code-blocks.ts';
import { docPages } from './support/pages.ts';

const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'GOVERNANCE.md',
  ...docPages,
];

/** Headings as GitHub turns them into anchors. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const isBroken = async (page: string, link: string): Promise<boolean> => {
  const [file = '', anchor = ''] = link.split('#');
  const target = file === '' ? join(root, page) : join(root, dirname(page), file);
  if (!existsSync(target)) return true;
  return anchor !== '' && !anchorsOf(await readFile(target, 'utf8')).includes(anchor);
};

test.each(pages)('every link of %s leads somewhere', async (page) => {
  // Code has brackets of its own.
  const prose = (await readPage(page)).replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '');
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !link.startsWith('https://'));
  const broken = await Promise.all(local.map(async (link) => ((await isBroken(page, link)) ? [link] : [])));
  expect(broken.flat()).toEqual([]);
});

test('the commands of the README exist', async () => {
  const { scripts } = JSON.parse(await readPage('package.json')) as { scripts: Record<string, string> };
  const named = (await readPage('README.md')).matchAll(/npm (?:run )?(start|test|build|typecheck|lint|bench)\b/g);
  const missing = [...named].map(([, name = '']) => name).filter((name) => !(name in scripts));
  expect(missing).toEqual([]);
});

test('the first screen of the README is the two commands', async () => {
  const [first] = codeBlocks(await readPage('README.md'));
  expect(first?.code.split('\n').map((line) => line.split('#')[0]?.trim())).toEqual(['npm start', 'npm test', '']);
});

/** The address a server tells once it is open; all it said, when it ends without. */
const addressOf = async (output: AsyncIterable<string>): Promise<string> => {
  let told = '';
  for await (const text of output) {
    told += text;
    const url = /listens on (http[^\s"]+)/.exec(told)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The example said no address, but: ${told}`);
};

const askHello = async (path: string): Promise<{ reply: string; code: number | null }> => {
  const env = { ...process.env, APP_ENV: 'development', HOST: '127.0.0.1', PORT: '0' };
  const args = ['--import', 'tsx', 'examples/hello/main.ts'];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let reply: string;
  try {
    const url = await addressOf(child.stdout.setEncoding('utf8'));
    reply = await (await fetch(url + path)).text();
  } finally {
    child.kill('SIGTERM');
  }
  return { reply, code: await ended };
};

test('the application of the README is examples/hello, and answers as shown', async () => {
  const blocks = codeBlocks(await readPage('README.md'));
  const shown = blocks.find(({ file }) => file === 'examples/hello/main.ts');
  const session = blocks.find(({ language }) => language === 'console');
  const [, path = '', answer = ''] = /^\$ curl [^/]+(\/\S*)\n(.*)/.exec(session?.code ?? '') ?? [];

  expect(shown?.code).toBe(await readPage('examples/hello/main.ts'));
  expect(await askHello(path)).toEqual({ reply: answer, code: 0 });
});
