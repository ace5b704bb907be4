import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { compilerOptions } from '../../support/compiler-options.ts';
import { Sandbox } from '../introspection/support/sandbox.ts';

const bootstrap = `
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { api } from '../routes/api.ts';

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url) })
    .withPlugins([consoleKernel(), routing(), openapi()])
    .withConfig({ http: { host: '127.0.0.1', port: 0 }, openapi: { tsconfig: 'tsconfig.types.json' } })
    .withRouting(api)
    .create();
`;

const routes = (post: string): string => `import type { RootRouter } from '@taproot/routing';
export const api = (route: RootRouter): void => {
  route.get('/posts', () => (${post})).name('posts.index');
};
`;

test('serve --watch renews the document and the client after a change, and says what changed', async () => {
  const app = await Sandbox.create({
    'bootstrap/app.ts': bootstrap,
    'routes/api.ts': routes('{ id: 1 as number }'),
    // Not tsconfig.json: the loader would take the declarations of the packages for their code.
    'tsconfig.types.json': JSON.stringify({
      compilerOptions: await compilerOptions(),
      include: ['bootstrap', 'routes'],
    }),
    '.env': 'APP_ENV=development\n',
  });
  try {
    expect(await app.run(['openapi:write'])).toMatchObject({ code: 0, stderr: '' });
    const table = await app.read('api/routes.js');
    const child = app.spawn(['serve', '--watch']);
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const until = async (pattern: RegExp): Promise<string> => {
        for (;;) {
          const { value, done } = await lines.next();
          if (done) throw new Error(`It ended without ${pattern}.`);
          if (pattern.test(value)) return value;
        }
      };
      await until(/^Serves/);
      await app.replace('routes/api.ts', routes("{ id: 1 as number, slug: 'a' as string }"));
      // The application serves the change before the files are renewed.
      const [, url = ''] = /(http\S+)/.exec(await until(/^Serves/)) ?? [];
      expect(await (await fetch(`${url}/posts`)).json()).toEqual({ id: 1, slug: 'a' });
      expect(await until(/change\./)).toBe('api/openapi.json, api/routes.d.ts, api/routes.js change.');
      expect(await until(/GET/)).toBe('additive  GET /posts: response 200.slug is new');
      // The last of the files. Until it is written, the next change would end the command.
      while ((await app.read('api/routes.js')) === table) await new Promise(setImmediate);
      expect(await app.read('api/routes.d.ts')).toContain('slug: string;');
      // The written files do not start the application again.
      await app.replace('routes/api.ts', routes('{ id: 1 as number }'));
      expect(await until(/changed/)).toBe('routes/api.ts changed');
      expect(await until(/change\.|GET/)).toBe('api/openapi.json, api/routes.d.ts, api/routes.js change.');
      expect(await until(/change\.|GET/)).toBe('breaking  GET /posts: response 200.slug is gone');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  } finally {
    await app.remove();
  }
}, 120_000);
