import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { openapi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { compilerOptions } from '../support/compiler-options.ts';
import { plant, silent } from './planted.ts';
import { ask, closing, learn } from './support.ts';

/** The text of each row of the table, without its header. */
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<tr.*?<\/tr>/gs)].slice(1).map(([row]) =>
    row
      .replaceAll('<wbr>', '')
      .replaceAll(/<\/(?:li|dd)>/g, '; ')
      .replaceAll(/<[^>]+>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  );

const boot = `import { consoleKernel } from '@taproot/console';
import { type SetupOptions, setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { routes } from '../routes.ts';

export const boot = (options: SetupOptions = {}) => {
  console.log('a line of the application');
  return setup(null, { basePath: import.meta.url, ...options })
    .withPlugins([consoleKernel(), routing(), validation(), openapi()])
    .withConfig({ openapi: { tsconfig: 'tsconfig.types.json' } })
    .withRouting(routes)
    .create();
};
`;

const routes = `import type { RootRouter } from '@taproot/routing';
import '@taproot/validation';
export const routes = (route: RootRouter): void => {
  route.post('/posts', async (ctx) => {
    await ctx.request().validated({ title: 'required|max:5', tags: ['list', 'min:1'] });
    return ctx.response().json(201, { id: 1n });
  });
};
`;

/** An application whose code can be read by its own console. */
const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-devtools-')));
  mkdirSync(join(folder, 'bootstrap'));
  symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","version":"1.0.0","type":"module"}');
  // Not tsconfig.json: tsx, which runs the console, would take the paths of declarations for those of the code.
  const tsconfig = { compilerOptions: await compilerOptions(), include: ['**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.types.json'), JSON.stringify(tsconfig));
  writeFileSync(join(folder, 'bootstrap', 'app.ts'), boot);
  writeFileSync(join(folder, 'routes.ts'), routes);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const serve = async (folder: string): Promise<Application> => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'development' } })
    .withPlugins([silent, routing(), validation(), openapi(), devtools()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route: RootRouter) => void route.post('/posts', (ctx) => ctx.response().noContent()))
    .create();
  await app.open();
  return app;
};

test('rules and gaps of the code are read by the console of the application, and kept; code that cannot be read is no failure', async () => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, 'routes.ts'), 'export const routes = ;');
    const app = await serve(folder);
    try {
      const { status, text: failed } = await ask(app, '/_taproot/routes/whole');
      expect([status, failed]).toEqual([200, expect.stringMatching(/openapi:gaps<\/code> failed\..*routes\.ts:1:23/s)]);
      writeFileSync(join(folder, 'routes.ts'), routes);
      expect((await ask(app, '/_taproot/routes')).text).toContain('data-rest="/_taproot/routes/whole"');
      const { text } = await ask(app, '/_taproot/routes/whole');
      expect(rowsOf(text)).toContainEqual(
        expect.stringMatching(/^POST \/posts .* title required\|max:5; tags list\|min:1; routes\.ts:5$/),
      );
      expect(rowsOf(text)).toContainEqual(
        expect.stringMatching(/^gap .*JSON has no bigint\. E_OPENAPI_SHAPE .* Fix: Turn it/),
      );
      expect(text).toContain('The OpenAPI document has 1 gap.');
      writeFileSync(join(folder, 'routes.ts'), 'export const routes = ;');
      for (const path of ['/routes', '/routes/whole'])
        expect((await ask(app, `/_taproot${path}`)).text).toContain('The OpenAPI document has 1 gap.');
    } finally {
      await app.close();
    }
  });
}, 120_000);

test('without the OpenAPI plugin the rules are those of the last request, and the page says why', async () => {
  const app = closing(await plant(async () => undefined));
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"title":"Ada"}' };
  const { id } = await learn(app, '/posts', asked);
  const { text } = await ask(app, '/_taproot/routes');
  expect(text).toContain('this application does not have <code>openapi()</code> of @taproot/openapi');
  expect(rowsOf(text)).toContainEqual(
    expect.stringMatching(new RegExp(`^POST /posts .* title required\\|max:5; email email; seen in #${id}$`)),
  );
  expect(rowsOf(text).filter((row) => row.includes('seen in'))).toHaveLength(1);
});
