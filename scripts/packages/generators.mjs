import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Does what make:controller says comes next: a line in routes/, and its import. */
const addRoute = (app, output) => {
  const file = join(app, 'routes', 'api.ts');
  const line = /route\.resource\(.*\);/.exec(output)?.[0];
  const above = "import { PostController } from '../app/http/controllers/post-controller.ts';\n";
  const posts = "      route.resource('/posts', PostController);\n";
  const text = readFileSync(file, 'utf8');
  if (line === undefined || !text.includes(above) || !text.includes(posts))
    throw new Error(`make:controller tells no route, or routes/api.ts has changed:\n${output}`);
  const named = "import { CommentController } from '../app/http/controllers/comment-controller.ts';\n";
  writeFileSync(file, text.replace(above, named + above).replace(posts, `${posts}      ${line}\n`));
};

/**
 * Each generator as an author calls it: what must exist afterwards, what its author does `afterwards`, and where
 * what it made must be seen.
 * `refused` is a call that must be told why it does not do what it was asked.
 */
export const generators = [
  { call: ['make:request', 'post/StorePost'], file: 'app/http/requests/post/store-post.ts' },
  { call: ['make:rule', 'Uppercase'], refused: /uppercase/i },
  { call: ['make:rule', 'user/Phone'], file: 'app/rules/user/phone.ts', registeredIn: 'bootstrap/rules.ts' },
  { call: ['make:filter', 'Slug'], file: 'app/filters/slug.ts', registeredIn: 'bootstrap/filters.ts' },
  { call: ['make:controller', 'Post', '--resource'], refused: /post-controller\.ts/ },
  {
    call: ['make:controller', 'Comment', '--resource'],
    file: 'app/http/controllers/comment-controller.ts',
    afterwards: addRoute,
    seenBy: [['route:list'], /CommentController\.store/],
  },
  { call: ['make:factory', 'user'], file: 'database/factories/user-factory.ts' },
  { call: ['make:middleware', 'CheckAge'], file: 'app/http/middleware/check-age.ts' },
  {
    call: ['make:command', 'Report'],
    file: 'app/console/commands/report.ts',
    registeredIn: 'bootstrap/commands.ts',
    seenBy: [['--help'], /app:report/],
  },
  {
    call: ['make:plugin', 'audit'],
    file: 'app/plugins/audit/plugin.ts',
    registeredIn: 'bootstrap/plugins.ts',
    seenBy: [['plugin:list'], /audit/],
  },
  {
    call: ['make:plugin', 'shop/zebra'],
    file: 'app/plugins/shop/zebra/plugin.ts',
    registeredIn: 'bootstrap/plugins.ts',
    seenBy: [['plugin:list'], /zebra/],
  },
  { call: ['make:test', 'Comments'], file: 'tests/comments.test.ts' },
];

const taproot = async (cwd, args, options = {}) =>
  // What `npx taproot` runs, without the half second that npx takes to find it.
  (await run(join(cwd, 'node_modules', '.bin', 'taproot'), args, { cwd, ...options })).output;

const check = async (app, { call, file, refused, registeredIn, afterwards, seenBy }) => {
  const output = await taproot(app, call, { code: refused === undefined ? 0 : 1 });
  const missing = (what) => new Error(`taproot ${call.join(' ')}: ${what}. It said:\n${output}`);
  if (refused !== undefined && !refused.test(output)) throw missing('the refusal does not say why');
  if (file !== undefined && !existsSync(join(app, file))) throw missing(`${file} is not there`);
  const name = call[1].split('/').at(-1);
  if (registeredIn !== undefined && !new RegExp(name, 'i').test(readFileSync(join(app, registeredIn), 'utf8')))
    throw missing(`${registeredIn} does not name it`);
  afterwards?.(app, output);
  if (seenBy !== undefined) {
    const [args, pattern] = seenBy;
    if (!pattern.test(await taproot(app, args))) throw missing(`taproot ${args.join(' ')} does not show it`);
  }
};

/** Calls every generator the console has; gives back those it does not have yet. */
export const checkGenerators = async (app) => {
  const known = await taproot(app, []);
  const [there, absent] = [true, false].map((wanted) =>
    generators.filter(({ call }) => known.includes(call[0]) === wanted),
  );
  for (const generator of there) await check(app, generator);
  return absent.map(({ call }) => call.join(' '));
};
