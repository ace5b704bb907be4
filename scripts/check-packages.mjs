// What is published must work without this repository: packs every public package, makes an application from nothing but
// the tarballs in an empty folder, and does there what its author will do.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGenerators } from './packages/generators.mjs';
import { compileOutsiders, testOutsiders, unusedBy, usedByOutsiders } from './packages/outsiders.mjs';
import { pack } from './packages/pack.mjs';
import { run, serve } from './packages/run.mjs';
import { shareInstall } from './packages/share-install.mjs';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'taproot-packages-'));
const tarballs = join(folder, 'packages');
const blog = join(folder, 'blog');
const began = performance.now();

let failed = false;

const step = async (title, work) => {
  if (failed) throw new Error(`Not done: ${title}`);
  const start = performance.now();
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${title}`);
  return result;
};

/** Runs lists of steps side by side. When one fails, the others end with the step that they are in. */
const sideBySide = async (...lists) => {
  const ended = await Promise.allSettled(
    lists.map((list) =>
      list().catch((error) => {
        if (!failed) console.error(error);
        failed = true;
        throw error;
      }),
    ),
  );
  const first = ended.find(({ status }) => status === 'rejected');
  if (first !== undefined) throw new Error('The packages do not do what they say.', { cause: first.reason });
};

const npm = (cwd, ...args) => run('npm', args, { cwd });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tarball = (name) => join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);

const expectPosts = async (url) => {
  await expectHealth(url);
  const reply = await fetch(`${url}/api/posts`);
  const body = await reply.json();
  if (reply.status !== 200 || !Array.isArray(body.data)) throw new Error(`GET /api/posts: ${reply.status}`);
};

/** What a balancer asks. */
const expectHealth = async (url) => {
  const reply = await fetch(`${url}/health/ready`);
  if (reply.status !== 200) throw new Error(`GET /health/ready: ${reply.status}`);
};

const expectCommit = async (app) => {
  const { stdout: left } = await run('git', ['status', '--porcelain'], { cwd: app });
  const { stdout: commits } = await run('git', ['rev-list', '--count', 'HEAD'], { cwd: app });
  if (left !== '' || commits !== '1\n') throw new Error(`There are ${commits.trim()} commits, and left is:\n${left}`);
};

/** Routing alone, by plain JavaScript: neither the console nor anything else may be needed. */
const serveBare = async () => {
  const bare = join(folder, 'bare');
  mkdirSync(bare);
  writeFileSync(join(bare, 'package.json'), JSON.stringify({ name: 'bare', private: true, type: 'module' }));
  await npm(bare, 'install', ...['core', 'masking', 'routing', 'workers'].map((name) => tarball(`@taproot/${name}`)));
  writeFileSync(
    join(bare, 'main.js'),
    `import { run, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
await run(() => setup().withPlugins([routing()])
  .withRouting((route) => {
    route.get('/api/posts', (ctx) => ctx.response().json(200, { data: [] }));
    route.get('/health/ready', (ctx) => ctx.response().json(200, { status: 'ok' }));
  }).create());
`,
  );
  await serve(process.execPath, ['main.js'], { cwd: bare }, expectPosts);
};

/** Plugins and an application as a stranger writes them, by public names alone, and without Fastify and Koa. */
const checkOutsiders = async (names) => {
  const place = join(folder, 'outsiders');
  shareInstall(blog, place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'outsiders', private: true, type: 'module' }));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const others = ['@opentelemetry/api', '@types/node', '@types/ws', 'expect', 'ioredis', 'typescript', 'ws'];
  const versions = others.map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
  const ours = names.filter((name) => !['create-taproot', '@taproot/fastify', '@taproot/koa'].includes(name));
  await npm(place, 'install', ...ours.map(tarball), ...versions);
  for (const name of ['fastify', 'koa'])
    if (existsSync(join(place, 'node_modules', name))) throw new Error(`${name} is installed.`);
  const tsc = join(place, 'node_modules', 'typescript', 'bin', 'tsc');
  const files = await compileOutsiders(root, place, { tsc });
  const unused = unusedBy(files, usedByOutsiders(root));
  if (unused.length > 0) throw new Error(`The application of strangers does not use ${unused.join(', ')}.`);
  await testOutsiders(root, place);
};

const create = async (name, ...flags) => {
  const bin = join(folder, 'create', 'node_modules', '.bin', 'create-taproot');
  const { output: said } = await run(bin, [name, '--packages', tarballs, ...flags], { cwd: folder });
  if (!said.includes(`cd ${name}\n  npm start\n`))
    throw new Error(`create-taproot does not say what is next:\n${said}`);
};

const checkSources = async (app) => {
  await npm(app, 'run', 'typecheck');
  await npm(app, 'run', 'lint');
  await npm(app, 'test');
};

/** The console lists what is there, and says what a command of @taproot/dev needs. */
const expectNoTools = async (app, variables) => {
  const taproot = (args, code) =>
    run(join(app, 'node_modules', '.bin', 'taproot'), args, { cwd: app, code, variables });
  const { stdout: listed } = await taproot(['list'], 0);
  if (!listed.includes('route:list') || /^ *(?:make:|repl|completion)/m.test(listed))
    throw new Error(`Production lists other commands than it has:\n${listed}`);
  for (const args of [['make:rule', 'Phone'], ['repl'], ['serve', '--watch']]) {
    const { output } = await taproot(args, 1);
    if (!output.includes('npm i -D @taproot/dev')) throw new Error(`taproot ${args.join(' ')} says:\n${output}`);
  }
};

/** What generators and the skeleton write leaves no gap. */
const writeDocument = (app) =>
  run(join(app, 'node_modules', '.bin', 'taproot'), ['openapi:write', '--strict'], { cwd: app });

/** The same dependencies do, so these are not installed again. */
const checkVariant = async (name, ...flags) => {
  await create(name, '--no-install', '--no-git', ...flags);
  const app = join(folder, name);
  symlinkSync(join(blog, 'node_modules'), join(app, 'node_modules'));
  await run(process.execPath, ['-e', 'fs.utimesSync("node_modules/.set-up", new Date(), new Date())'], { cwd: app });
  await writeDocument(app);
  await checkSources(app);
};

const createBlog = async () => {
  const tool = join(folder, 'create');
  mkdirSync(tool);
  writeFileSync(join(tool, 'package.json'), JSON.stringify({ name: 'tool', private: true }));
  await npm(tool, 'install', tarball('create-taproot'));
  await create('blog');
  await expectCommit(blog);
};

/** Its sources are those of the skeleton, which this repository checks. They are checked here with what generators add to them. */
const checkBlog = async () => {
  await step('npm start serves, and the document is that of the code', async () => {
    await serve('npm', ['start'], { cwd: blog }, expectPosts);
    await npm(blog, 'run', 'openapi:check');
  });
  await step('npm run dev serves', () => serve('npm', ['run', 'dev'], { cwd: blog }, expectPosts));
  const absent = await step('generators', () => checkGenerators(blog));
  if (absent.length > 0) console.log(`NOT CHECKED, the console has no such command yet:\n  ${absent.join('\n  ')}`);
  await step('what they made passes typecheck, lint and tests, and builds', async () => {
    await writeDocument(blog);
    await checkSources(blog);
    await npm(blog, 'run', 'build');
  });
};

const checkStarter = async () => {
  const api = join(folder, 'api');
  shareInstall(blog, api);
  await create('api', '--force', '--starter', 'api', '--parts', 'none', '--otel');
  if (existsSync(join(api, 'node_modules', '@taproot', 'database'))) throw new Error('npm left what nothing asks for.');
  await expectCommit(api);
  await serve('npm', ['start'], { cwd: api }, expectHealth);
  await npm(api, 'run', 'openapi:check');
  await checkSources(api);
};

try {
  mkdirSync(tarballs);
  const names = await step('every public package packs', () => pack(root, tarballs));
  await sideBySide(
    () => step('routing alone installs and serves', serveBare),
    () => step('create-taproot blog, from tarballs only', createBlog),
  );
  await sideBySide(
    async () => {
      await step('plugins of strangers compile and pass their tests', () => checkOutsiders(names));
      await step('the starter api with OpenTelemetry serves, and passes typecheck, lint and tests', checkStarter);
    },
    async () => {
      await checkBlog();
      await step('so does an application without auth, on Fastify', () =>
        checkVariant('database', '--parts', 'database', '--driver', 'fastify'),
      );
    },
  );
  await step('production serves without the tools of development', async () => {
    await npm(blog, 'prune', '--omit=dev');
    const variables = { APP_ENV: 'production' };
    await serve(process.execPath, ['dist/main.js'], { cwd: blog, variables }, expectPosts);
    await expectNoTools(blog, variables);
  });
  console.log(`${names.length} packages do what they say, in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
