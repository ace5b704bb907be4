import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { Scratch } from '../../docs/support/scratch.ts';
import { Random } from '../../support/random.ts';
import { hostileKinds, hostileNames } from './hostile-names.ts';
import { tryNames } from './try-names.ts';

describe('skeleton', () => {
  const root = join(import.meta.dirname, '../../..');
  const skeleton = join(root, 'app-skeleton');
  const leftOut = new Set(['node_modules', 'dist', 'tsconfig.json']);

  const lines = [
    'make:request post/StoreComment',
    'make:rule user/Phone Iban',
    'make:filter Slug',
    'make:controller Comment --resource',
    'make:controller admin/Report',
    'make:middleware EnsureAdmin',
    'make:command Report mail/Send',
    'make:plugin audit shop/zebra',
    'make:test Comments',
    'make:job SendInvoice',
    'make:event OrderPaid',
    'make:mail OrderShipped',
    'make:view tickets/Show',
    'make:listener SendReceipt --event OrderPaid --queued',
    'make:listener audit/WriteNote',
  ];

  // That it is formatted, lints and passes its tests is checked by scripts/check-packages.mjs.
  let scratch: Scratch;

  beforeAll(async () => {
    scratch = await Scratch.create();
    const wanted = (path: string): boolean => !leftOut.has(path.split(sep).at(-1) ?? '');
    cpSync(skeleton, scratch.folder, { recursive: true, filter: wanted });
    const plugins = readFileSync(scratch.path('bootstrap/plugins.ts'), 'utf8');
    writeFileSync(
      scratch.path('bootstrap/plugins.ts'),
      `import { events } from '@taproot/events';\nimport { mailer } from '@taproot/mail';\nimport { queue } from '@taproot/queue';\nimport { views } from '@taproot/views';\n${plugins.replace('  ...development,', '  queue(),\n  events(),\n  mailer(),\n  views(),\n$&')}`,
    );
    const { boot } = (await import(scratch.path('bootstrap/app.ts'))) as {
      readonly boot: (options: { env: Record<string, string> }) => Promise<Application>;
    };
    const app = await boot({ env: { APP_ENV: 'testing' } });
    for (const line of lines) {
      const { code, output } = await app.facades.Console().call(line);
      if (code !== 0) throw new Error(`${line}: ${output}`);
    }
    await app.close();
    // What is generated is used, so that the compiler sees it at work.
    const web = readFileSync(scratch.path('routes/web.ts'), 'utf8');
    const uses = `import { CommentController } from '../app/http/controllers/comment-controller.ts';
import { EnsureAdmin } from '../app/http/middleware/ensure-admin.ts';
import { StoreComment } from '../app/http/requests/post/store-comment.ts';

`;
    const routes = `
  route.middleware(new EnsureAdmin()).resource('/comments', new CommentController());
  route.post('/check', async (ctx) => {
    const { name } = await ctx.request().validated(StoreComment);
    const { phone } = await ctx.request().validated({ phone: 'required|user_phone' }, { filters: { phone: 'trim|slug' } });
    return ctx.response().json(200, { name: name.length, phone: phone.length });
  });
`;
    writeFileSync(
      scratch.path('routes/web.ts'),
      web.replace(/\n\n/, `\n${uses}`).replace(/const route = facades.*;\n/, `$&${routes}`),
    );
  }, 120_000);

  afterAll(() => scratch.remove());

  test('generated files compile, and the compiler knows generated rules and filters by name', async () => {
    expect(await scratch.compile()).toBe('');
  }, 120_000);

  test('generated files work in the application', async () => {
    // In a process of its own, whose modules are those that were just written.
    await scratch.write(
      'ask.ts',
      `import { boot } from './bootstrap/app.ts';

const app = await boot({ env: { APP_ENV: 'testing' } });
const call = async (line: string) => (await app.facades.Console().call(line)).output;
const help = await call('--help');
const plugins = await call('plugin:list');
const routes = await call('route:list --path comments');
const report = await call('app:report --times 2');
process.stdout.write(JSON.stringify({ help, plugins, routes, report }));
await app.close();
`,
    );
    const { stdout, stderr } = await scratch.runFile('ask.ts');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      help: expect.stringMatching(/app:report .*\n[\s\S]*mail:send /),
      plugins: expect.stringMatching(/\baudit\b[\s\S]*\bzebra\b/),
      routes: expect.stringMatching(/CommentController\.index .*ensure-admin/),
      report: 'Hello from Taproot\nHello from Taproot\n',
    });
  }, 120_000);
});

// Many more: `npm run test:long -- hostile-names`.
test('no hostile name gets a file out of its folder, changes one, or makes one that does not compile', async () => {
  const random = new Random(21);
  const trial = await tryNames([...hostileKinds(random), ...hostileNames(random, 8)]);
  expect(trial.faults).toEqual([]);
  expect(trial.written).toBeGreaterThan(50);
  expect(trial.refused).toBeGreaterThan(100);
}, 120_000);
