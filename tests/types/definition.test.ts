import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { withFolder } from '../openapi/folder.ts';
import { LanguageServer } from './snippets/language-server.ts';

const routes = `import type { RootRouter } from '@taproot/routing';
import { PostController } from './app/posts.ts';
import { show } from './app/show.ts';
export const routes = (route: RootRouter): void => {
  route.get('/posts', [PostController, 'index']).name('posts.index');
  route.get('/posts/{id}', show).name('posts.show');
  route.get('/inline', () => 1).name('inline');
};
`;

const files = {
  'app/posts.ts': `export class PostController {
  /** Lists posts. */
  index() {
    return [1];
  }
}
`,
  'app/show.ts': `
export const show = () => ({ id: 1 });
`,
  'use.ts': `import { createClient } from '@taproot/client';
import { type Routes, routes } from './api/routes.js';
const api = createClient({ routes });
export const calls = [api.posts.index(), api.posts.show({ params: { id: 1 } }), api.inline()];
export type Other = Routes['posts.index'];
`,
};

/** Where each word of `use.ts` leads: file, line. */
const wanted = [
  ['index()', 'app/posts.ts:3'],
  ['show(', 'app/show.ts:2'],
  ['inline()', 'routes.ts:7'],
  // Names that no route has stay in the file.
  ['Routes[', 'api/routes.d.ts'],
] as const;

type Definition = (file: string, line: number, column: number) => Promise<string>;

/** The server of editors that run TypeScript 6: it answers in lines of JSON. */
const withServer6 = async (work: (define: Definition) => Promise<void>): Promise<void> => {
  const program = join(import.meta.dirname, '../../node_modules/@typescript/old/lib/tsserver.js');
  const child: ChildProcess = spawn(process.execPath, [program, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let seq = 0;
  const send = (command: string, args: object): number => {
    child.stdin?.write(`${JSON.stringify({ seq: ++seq, type: 'request', command, arguments: args })}\n`);
    return seq;
  };
  const answer = async (
    to: number,
  ): Promise<{ readonly body: readonly { file: string; start: { line: number } }[] }> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The server has ended.');
      if (value.startsWith('{') && JSON.parse(value).request_seq === to) return JSON.parse(value);
    }
  };
  try {
    await work(async (file, line, column) => {
      send('open', { file });
      const { body } = await answer(send('definition', { file, line: line + 1, offset: column + 1 }));
      return `${body[0]?.file}:${body[0]?.start.line}`;
    });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
};

const withServer7 = async (folder: string, work: (define: Definition) => Promise<void>): Promise<void> => {
  const server = await LanguageServer.start(folder);
  try {
    await work((file, line, column) => server.definition(file, { line, character: column }));
  } finally {
    await server.stop();
  }
};

test.each(['6', '7'])(
  '"go to definition" of a call leads to its handler, in the editor server of TypeScript %s',
  async (version) => {
    await withFolder(
      routes,
      async ({ path, call, write }) => {
        expect((await call('openapi:write')).output).toContain('api/routes.d.ts is written.');
        await write('use.ts', files['use.ts']);
        const found: string[] = [];
        const ask = async (define: Definition): Promise<void> => {
          const text = files['use.ts'].split('\n');
          for (const [word] of wanted) {
            const line = text.findIndex((each) => each.includes(word) && !each.startsWith('import'));
            const place = await define(join(path, 'use.ts'), line, text[line]?.indexOf(word) ?? 0);
            found.push(relative(path, place));
          }
        };
        await (version === '6' ? withServer6(ask) : withServer7(path, ask));
        expect(found).toEqual(wanted.map(([, place]) => expect.stringMatching(new RegExp(`^${place}(?::|$)`))));
      },
      {},
      { 'app/posts.ts': files['app/posts.ts'], 'app/show.ts': files['app/show.ts'] },
    );
  },
  60_000,
);
