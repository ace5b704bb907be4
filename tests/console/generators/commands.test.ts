import { chmodSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { bootstrap, Sandbox } from './support.ts';

const opened: Sandbox[] = [];

const create = async (...args: Parameters<typeof Sandbox.create>): Promise<Sandbox> => {
  const sandbox = await Sandbox.create(...args);
  opened.push(sandbox);
  return sandbox;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sandbox) => sandbox.remove()));
});

describe('a generator', () => {
  test.each([
    ['make:request', 'StorePost', 'app/http/requests/store-post.ts', 'class StorePost extends formRequest('],
    ['make:request', 'post/StorePost', 'app/http/requests/post/store-post.ts', 'class StorePost extends formRequest('],
    ['make:rule', 'user/HomePhone', 'app/rules/user/home-phone.ts', "return 'user_home_phone';"],
    ['make:filter', 'Slug', 'app/filters/slug.ts', "return 'slug';"],
    ['make:controller', 'Post', 'app/http/controllers/post-controller.ts', 'class PostController {'],
    ['make:controller', 'PostController', 'app/http/controllers/post-controller.ts', 'class PostController {'],
    [
      'make:controller',
      'admin/post_controller',
      'app/http/controllers/admin/post-controller.ts',
      'class PostController {',
    ],
    ['make:middleware', 'EnsureAdmin', 'app/http/middleware/ensure-admin.ts', "return 'ensure-admin';"],
    ['make:command', 'Report', 'app/console/commands/report.ts', "paths = [['app:report']]"],
    ['make:command', 'mail/SendAll', 'app/console/commands/mail/send-all.ts', "paths = [['mail:send-all']]"],
    ['make:policy', 'Post', 'app/policies/post-policy.ts', 'class PostPolicy {'],
    ['make:policy', 'BlogPostPolicy', 'app/policies/blog-post-policy.ts', '`blogPost.update`'],
    ['make:plugin', 'audit', 'app/plugins/audit/plugin.ts', "name: 'audit'"],
    ['make:test', 'admin/PostsTest', 'tests/admin/posts.test.ts', "from '../../bootstrap/app.ts'"],
  ])('%s %s writes %s', async (command, name, file, holds) => {
    const sandbox = await create();
    const { code, output } = await sandbox.run(command, name);
    expect(output).toContain(`created    ${file}\n`);
    expect(code).toBe(0);
    expect(sandbox.read(file)).toContain(holds);
  });

  test('--resource gives a controller its five actions', async () => {
    const sandbox = await create();
    await sandbox.run('make:controller', 'Post', '--resource');
    const source = sandbox.read('app/http/controllers/post-controller.ts');
    for (const action of ['index', 'show', 'store', 'update', 'destroy']) expect(source).toContain(`  ${action}(`);
  });

  test('takes several names, each once', async () => {
    const sandbox = await create();
    const { code, output } = await sandbox.run('make:rule', 'Phone', 'user/Phone', 'phone');
    expect({ code, output }).toEqual({
      code: 0,
      output: `created    app/rules/phone.ts
created    bootstrap/rules.ts
updated    bootstrap/app.ts
In a rule text: 'required|phone'
created    app/rules/user/phone.ts
updated    bootstrap/rules.ts
In a rule text: 'required|user_phone'
`,
    });
    expect(sandbox.read('bootstrap/rules.ts')).toBe(`import { Phone } from '../app/rules/phone.ts';
import { Phone as UserPhone } from '../app/rules/user/phone.ts';

/** The application's own validation rules. */
export const rules = [new Phone(), new UserPhone()];
`);
  });

  test('writes nothing at all when one of its names cannot be', async () => {
    const sandbox = await create();
    const before = sandbox.files();
    expect((await sandbox.run('make:rule', 'Phone', '../Iban')).code).toBe(64);
    expect(sandbox.files()).toEqual(before);
  });

  test('a command is listed with what imports it when it is run', async () => {
    const sandbox = await create();
    await sandbox.run('make:command', 'Report', 'mail/Send');
    expect(sandbox.read('bootstrap/commands.ts')).toBe(`import type { CommandEntry } from '@taproot/console';

/** The application's own console commands. Each is imported when it is run. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'app:report',
    description: 'Report',
    load: async () => (await import('../app/console/commands/report.ts')).Report,
  },
  {
    path: 'mail:send',
    description: 'Send',
    load: async () => (await import('../app/console/commands/mail/send.ts')).Send,
  },
];
`);
    expect(sandbox.read('bootstrap/app.ts')).toContain('.withRouting(web)\n    .withCommands(commands)\n    .create()');
  });

  test('a step of a plugin goes behind withPlugins(), which brings it', async () => {
    const sandbox = await create();
    await sandbox.run('make:job', 'SendInvoice');
    await sandbox.run('make:rule', 'Phone');
    await sandbox.run('make:command', 'Report');
    expect(sandbox.read('bootstrap/app.ts')).toContain(`    .withPlugins(plugins)
    .withRouting(web)
    .withRules(rules)
    .withCommands(commands)
    .withJobs(jobs)
    .create();`);
  });

  test('a policy is listed by what it is about', async () => {
    const sandbox = await create();
    await sandbox.run('make:policy', 'Post', 'BlogComment');
    expect(
      sandbox.read('bootstrap/policies.ts'),
    ).toBe(`import { BlogCommentPolicy } from '../app/policies/blog-comment-policy.ts';
import { PostPolicy } from '../app/policies/post-policy.ts';

/** The application's policies; the methods of each are abilities: \`post.update\`. */
export const policies = {
  post: PostPolicy,
  blogComment: BlogCommentPolicy,
};

// Their abilities are known to the compiler by this.
declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
`);
    expect(sandbox.read('bootstrap/app.ts')).toContain('.withPolicies(policies)');
    expect((await sandbox.run('make:policy', 'blog/Comment')).output).toContain('"blogComment", which is a policy');
  });

  test('a plugin is a folder with source, types, README and tests, and is one of the application at once', async () => {
    const sandbox = await create();
    await sandbox.run('make:plugin', 'audit');
    expect(Object.keys(sandbox.files())).toEqual([
      'app/plugins/audit/README.md',
      'app/plugins/audit/audit.ts',
      'app/plugins/audit/config.ts',
      'app/plugins/audit/index.ts',
      'app/plugins/audit/package.json',
      'app/plugins/audit/plugin.ts',
      'bootstrap/app.ts',
      'bootstrap/plugins.ts',
      'package.json',
      'tests/plugins/audit.test.ts',
    ]);
    expect(sandbox.read('bootstrap/plugins.ts')).toContain('plugins = [consoleKernel(), audit()];');
  });

  test('is explained by --help, names and all', async () => {
    const sandbox = await create();
    const { output } = await sandbox.run('make:rule', '--help');
    expect(output).toContain('npx taproot make:rule <name> ...');
    expect(output).toContain('npx taproot make:rule user/Phone');
  });
});

describe('a name that is taken', () => {
  test.each([
    ['make:rule', 'Uppercase', '"uppercase", which is a rule of the framework', 'MyUppercase'],
    ['make:rule', 'required/If', '"required_if", which is a rule of the framework', 'MyIf'],
    ['make:filter', 'Trim', '"trim", which is a filter of the framework', 'MyTrim'],
    ['make:command', 'make/Rule', '"make:rule", which is a command already', 'my/Rule'],
    ['make:plugin', 'validation', '"validation", which is a plugin of this application', 'my-validation'],
    ['make:plugin', 'route', '"route", which is a facade of this application', 'my-route'],
    ['make:plugin', 'http', '"http", which is a facade of this application', 'my-http'],
  ])('%s %s is told so, with another', async (command, name, told, suggestion) => {
    const sandbox = await create();
    const before = sandbox.files();
    const { code, output } = await sandbox.run(command, name);
    expect(code).toBe(1);
    expect(output).toContain(told);
    expect(output).toContain(suggestion);
    expect(sandbox.files()).toEqual(before);
  });

  test('by another name of the same command is refused, too', async () => {
    const sandbox = await create();
    const before = sandbox.files();
    const { code, output } = await sandbox.run('make:rule', 'a/b-c', 'a-b/c');
    expect(code).toBe(1);
    expect(output).toContain('"a_b_c", which is what app/rules/a/b-c.ts would be called, too');
    expect(sandbox.files()).toEqual(before);
  });

  test.each(['Context', 'Promise', 'Middleware', 'Response', 'Next'])(
    'by what the generated code uses (%s) is refused',
    async (name) => {
      const sandbox = await create();
      const { code, output } = await sandbox.run('make:middleware', name);
      expect(code).toBe(64);
      expect(output).toContain(`the generated code already uses "${name}"`);
    },
  );
});

test('a generator whose plugin is absent says what to add', async () => {
  const app = await setup().withPlugins([consoleKernel()]).create();
  const call = async (command: string) => (await app.facades.Console().call(command)).output;
  expect(await call('make:rule Phone')).toContain(
    'It comes with @taproot/validation: install it, and add validation() to bootstrap/plugins.ts.',
  );
  expect(await call('make:policy Post')).toContain('add auth() to bootstrap/plugins.ts');
  expect(await call('make:controller Post')).toContain('add routing() to bootstrap/plugins.ts');
  await app.close();
});

describe('CN-01 a name that leads elsewhere', () => {
  test.each(['../../x', '/etc/x', '..\\x', 'a/../../b', 'C:\\x', 'C:/x', './x', 'a//b', 'x/', '~/x', '.', '..', '/'])(
    '%s is refused, and nothing is written',
    async (name) => {
      const sandbox = await create();
      const before = sandbox.files();
      const { code, output } = await sandbox.run('make:request', name);
      expect({ code, output }).toMatchObject({ code: 64, output: expect.stringContaining('E_GENERATE_NAME') });
      expect(sandbox.files()).toEqual(before);
    },
  );

  test.each(['app', 'app/http', 'app/http/requests', 'app/http/requests/admin'])(
    'through a symbolic link at %s is refused',
    async (link) => {
      const sandbox = await create();
      const outside = await create();
      const before = outside.files();
      sandbox.write(`${link}/../.keep`, '');
      symlinkSync(outside.folder, sandbox.path(link));
      const { code, output } = await sandbox.run('make:request', 'admin/StorePost');
      expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('E_GENERATE_LINK') });
      expect(outside.files()).toEqual(before);
    },
  );

  test('a list behind a symbolic link is not changed either', async () => {
    const sandbox = await create();
    const outside = await create({ 'rules.ts': 'export const rules = [];\n' });
    symlinkSync(outside.path('rules.ts'), sandbox.path('bootstrap/rules.ts'));
    const { code } = await sandbox.run('make:rule', 'Phone');
    expect(code).toBe(1);
    expect(outside.read('rules.ts')).toBe('export const rules = [];\n');
  });
});

describe('CN-03 a hostile name', () => {
  test.each(['1abc', 'é', ';rm -rf', '${x}', "a'b", '', ' ', 'a b', 'a\0b', 'x'.repeat(300), '-x', '_x', '__proto__'])(
    '%j is refused with the rule for names',
    async (name) => {
      const sandbox = await create();
      const before = sandbox.files();
      const { code, output } = await sandbox.run('make:rule', '--', name);
      expect(code).toBe(64);
      expect(output).toMatch(/E_GENERATE_NAME: .*is not a valid name for a rule: .*\n {2}fix: Start with a letter/);
      expect(sandbox.files()).toEqual(before);
    },
  );

  test.each([
    ['class', 'export class Class implements'],
    ['a-b', 'export class AB implements'],
    ['null', 'export class Null implements'],
  ])('%s becomes an identifier', async (name, source) => {
    const sandbox = await create();
    expect((await sandbox.run('make:rule', name)).code).toBe(0);
    expect(sandbox.read(`app/rules/${name}.ts`)).toContain(source);
  });

  test.each(['class', 'delete', 'await', 'constructor', 'toString'])('%s is no name of a plugin', async (name) => {
    const sandbox = await create();
    const before = sandbox.files();
    expect((await sandbox.run('make:plugin', name)).output).toContain('E_GENERATE_NAME');
    expect(sandbox.files()).toEqual(before);
  });
});

describe('CN-02 a file that exists', () => {
  test('is not touched without --force', async () => {
    const sandbox = await create({ 'app/rules/phone.ts': 'mine\n' });
    const before = sandbox.files();
    const { code, output } = await sandbox.run('make:rule', 'Iban', 'Phone');
    expect({ code, output }).toEqual({
      code: 1,
      output: `E_GENERATE_EXISTS: app/rules/phone.ts already exists and was not changed.
  fix: Choose another name, or replace the file with --force.
`,
    });
    expect(sandbox.files()).toEqual(before);
  });

  test('is replaced with --force or -f, and stays registered once', async () => {
    const sandbox = await create();
    await sandbox.run('make:rule', 'Phone');
    const generated = sandbox.files();
    sandbox.write('app/rules/phone.ts', 'mine\n');
    expect((await sandbox.run('make:rule', 'Phone', '--force')).output).toContain('replaced   app/rules/phone.ts');
    expect(sandbox.files()).toEqual(generated);
    expect((await sandbox.run('make:rule', '-f', 'Phone')).output).toContain('unchanged  app/rules/phone.ts');
    expect(sandbox.files()).toEqual(generated);
  });

  test('keeps its permissions when it is replaced or added to', async () => {
    const sandbox = await create();
    await sandbox.run('make:rule', 'Phone');
    const files = ['app/rules/phone.ts', 'bootstrap/rules.ts'];
    for (const file of files) chmodSync(sandbox.path(file), 0o660);
    sandbox.write('app/rules/phone.ts', 'mine\n');
    await sandbox.run('make:rule', 'Phone', 'Iban', '--force');
    expect(files.map((file) => statSync(sandbox.path(file)).mode & 0o777)).toEqual([0o660, 0o660]);
    expect(sandbox.read('bootstrap/rules.ts')).toContain('new Iban()');
  });

  test('one of many that make the same wins, and the others are told', async () => {
    const sandbox = await create();
    const results = await Promise.all(Array.from({ length: 8 }, () => sandbox.run('make:request', 'StorePost')));
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(results.filter(({ output }) => output.includes('E_GENERATE_EXISTS'))).toHaveLength(7);
    expect(Object.keys(sandbox.files()).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  test('what many register at once is all registered', async () => {
    const sandbox = await create();
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const results = await Promise.all(names.map((name) => sandbox.run('make:rule', name)));
    expect(results.map(({ code }) => code)).toEqual(names.map(() => 0));
    const rules = sandbox.read('bootstrap/rules.ts');
    for (const name of names) expect(rules.match(new RegExp(`new ${name}\\(\\)`, 'g'))).toHaveLength(1);
    expect(sandbox.read('bootstrap/app.ts').match(/withRules/g)).toHaveLength(1);
  });
});

describe('CN-05 registering', () => {
  test('that finds something else writes the rule, leaves the list, and tells the lines to add', async () => {
    const sandbox = await create({ 'bootstrap/rules.ts': 'export const rules = [' });
    const { code, output } = await sandbox.run('make:rule', 'Phone');
    expect({ code, output }).toEqual({
      code: 1,
      output: `created    app/rules/phone.ts

Not registered: bootstrap/rules.ts was left as it is: it has a syntax error in line 1. Add by hand, where it is missing:

  bootstrap/rules.ts
    import { Phone } from '../app/rules/phone.ts';
    new Phone(),

  bootstrap/app.ts
    import { rules } from './rules.ts';
    .withRules(rules)
`,
    });
    expect(sandbox.read('bootstrap/rules.ts')).toBe('export const rules = [');
    expect(sandbox.read('bootstrap/app.ts')).toBe(bootstrap);
  });
});

describe('CN-06 a command line that is not understood', () => {
  test.each([
    ['make:rul Phone', 'Did you mean "make:rule"?'],
    ['make:rule Phone --forse', 'Did you mean "--force"?'],
    ['make:rule Phone --force=maybe', '--force=maybe'],
  ])('%s runs nothing', async (line, told) => {
    const sandbox = await create();
    const before = sandbox.files();
    const { code, output } = await sandbox.app.facades.Console().call(line);
    expect(code).toBe(64);
    expect(output).toContain(told);
    expect(sandbox.files()).toEqual(before);
  });

  test('a name behind -- may begin with a dash, and is judged as a name', async () => {
    const sandbox = await create();
    const { code, output } = await sandbox.run('make:rule', '--', '--force');
    expect(code).toBe(64);
    expect(output).toContain('"--force" is not a valid name for a rule');
  });
});
