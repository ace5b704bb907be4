import { describe, expect, test } from '@jest/globals';
import { register } from '../../../plugins/dev/src/generator/register.ts';
import type { Registration } from '../../../plugins/dev/src/generator/registration.ts';
import { bootstrap } from './support.ts';

const ruleOf = (name: string, folder = ''): Registration => ({
  step: 'withRules',
  file: 'bootstrap/rules.ts',
  list: 'rules',
  source: `app/rules/${folder}${name.toLowerCase()}.ts`,
  import: { name, locals: [name, `${folder.replace('/', '')}${name}`] },
  entry: (local) => `new ${local}()`,
  empty: '/** Rules. */\nexport const rules = [];\n',
});

const phone = ruleOf('Phone');

const commandOf: Registration = {
  step: 'withCommands',
  file: 'bootstrap/commands.ts',
  list: 'commands',
  source: 'app/console/commands/report.ts',
  import: null,
  entry: (_local, module) => `{\n  path: 'app:report',\n  load: () => import('${module}'),\n}`,
  empty: 'export const commands = [];\n',
};

/** The files after a registration; without changes the same object. */
const after = async (files: Readonly<Record<string, string>>, registration: Registration = phone) => {
  const registered = await register(registration, async (file) => files[file] ?? null);
  if ('reason' in registered) return registered;
  return { ...files, ...Object.fromEntries(registered.changes.map(({ file, after }) => [file, after])) };
};

const wired = bootstrap
  .replace("import { plugins } from './plugins.ts';", "$&\nimport { rules } from './rules.ts';")
  .replace('.withRouting(web)', '$&\n    .withRules(rules)');

/** The rules file after a rule was added to it, in an application that is wired. */
const rulesAfter = async (rules: string, registration: Registration = phone): Promise<unknown> => {
  const result = await after({ 'bootstrap/app.ts': wired, 'bootstrap/rules.ts': rules }, registration);
  return 'reason' in result ? result : result['bootstrap/rules.ts'];
};

/** The chain after a rule was added to an application without rules. */
const appAfter = async (app: string): Promise<unknown> => {
  const result = await after({ 'bootstrap/app.ts': app });
  return 'reason' in result ? result : result['bootstrap/app.ts'];
};

describe('the list', () => {
  test('that is missing is made, and wired in the builder chain', async () => {
    expect(await after({ 'bootstrap/app.ts': bootstrap })).toEqual({
      'bootstrap/app.ts': wired,
      'bootstrap/rules.ts': `import { Phone } from '../app/rules/phone.ts';

/** Rules. */
export const rules = [new Phone()];
`,
    });
  });

  test('that is there and not wired gets its entry and is wired', async () => {
    const rules = "import { A } from '../app/rules/a.ts';\n\nexport const rules = [new A()];\n";
    expect(await after({ 'bootstrap/app.ts': bootstrap, 'bootstrap/rules.ts': rules })).toEqual({
      'bootstrap/app.ts': wired,
      'bootstrap/rules.ts': `import { A } from '../app/rules/a.ts';
import { Phone } from '../app/rules/phone.ts';

export const rules = [new A(), new Phone()];
`,
    });
  });

  test('CN-05 that holds the entry stays as it is, however often', async () => {
    const once = await after({ 'bootstrap/app.ts': bootstrap });
    if ('reason' in once) throw new Error('not registered');
    expect(await after(once)).toEqual(once);
  });

  test.each([
    [
      'typed',
      'export const rules: readonly CustomRule[] = [];',
      'export const rules: readonly CustomRule[] = [new Phone()];',
    ],
    ['as const', 'export const rules = [] as const;', 'export const rules = [new Phone()] as const;'],
    ['satisfies', 'export const rules = [] satisfies R[];', 'export const rules = [new Phone()] satisfies R[];'],
    ['an arrow', 'export const rules = () => [new A()];', 'export const rules = () => [new A(), new Phone()];'],
    [
      'a function',
      'export function rules() {\n  return [];\n}',
      'export function rules() {\n  return [new Phone()];\n}',
    ],
    ['exported below', 'const rules = [];\nexport { rules };', 'const rules = [new Phone()];\nexport { rules };'],
    ['a spread', 'export const rules = [...more];', 'export const rules = [...more, new Phone()];'],
    ['a trailing comma', 'export const rules = [a,];', 'export const rules = [a, new Phone()];'],
    ['spaces', 'export const rules = [ a ];', 'export const rules = [ a, new Phone() ];'],
    ['a comment', 'export const rules = [a /* first */];', 'export const rules = [a, new Phone() /* first */];'],
  ])('may be written with %s', async (_how, before, expected) => {
    const written = await rulesAfter(`${before}\n`);
    expect(written).toBe(`import { Phone } from '../app/rules/phone.ts';\n\n${expected}\n`);
  });

  test('keeps lines, comments, quotes and semicolons of whoever wrote it', async () => {
    const rules = `import { A } from "../app/rules/a.ts"
import { Z } from "../app/rules/z.ts"

// Ours.
export const rules = [
\tnew A(), // the first
\t// new Later(),
\tnew Z()
\t// the end
]
`;
    expect(await rulesAfter(rules)).toBe(`import { A } from "../app/rules/a.ts"
import { Phone } from "../app/rules/phone.ts"
import { Z } from "../app/rules/z.ts"

// Ours.
export const rules = [
\tnew A(), // the first
\t// new Later(),
\tnew Z(),
\t// the end
\tnew Phone()
]
`);
  });

  test('CN-05 with CRLF stays with CRLF', async () => {
    const rules = "import { A } from '../app/rules/a.ts';\r\n\r\nexport const rules = [\r\n  new A(),\r\n];\r\n";
    expect(await rulesAfter(rules)).toBe(
      "import { A } from '../app/rules/a.ts';\r\nimport { Phone } from '../app/rules/phone.ts';\r\n\r\n" +
        'export const rules = [\r\n  new A(),\r\n  new Phone(),\r\n];\r\n',
    );
  });

  test('with a byte order mark keeps it', async () => {
    expect(await rulesAfter('\uFEFFexport const rules = [];\n')).toBe(
      "\uFEFFimport { Phone } from '../app/rules/phone.ts';\n\nexport const rules = [new Phone()];\n",
    );
  });

  test('is broken into lines where one would be too long', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `new NumberedRule${index}()`);
    const written = await rulesAfter(`export const rules = [${names.join(', ')}];\n`);
    expect(written).toContain(
      `export const rules = [\n${[...names, 'new Phone()'].map((name) => `  ${name},\n`).join('')}];\n`,
    );
  });

  test('takes an entry of several lines, in the indentation of the file', async () => {
    const commands = "import { x } from './x.ts';\n\nfunction y() {\n    return x;\n}\n\nexport const commands = [];\n";
    const files = { 'bootstrap/app.ts': bootstrap, 'bootstrap/commands.ts': commands };
    expect(await after(files, commandOf)).toMatchObject({
      'bootstrap/commands.ts': commands.replace(
        '[]',
        "[\n    {\n        path: 'app:report',\n        load: () => import('../app/console/commands/report.ts'),\n    },\n]",
      ),
    });
  });

  test('may be an object, whose members are entries', async () => {
    const policies: Registration = {
      ...ruleOf('PostPolicy'),
      step: 'withPolicies',
      file: 'bootstrap/policies.ts',
      list: 'policies',
      entry: (local) => `post: ${local}`,
      empty: '',
    };
    const files = { 'bootstrap/app.ts': bootstrap, 'bootstrap/policies.ts': 'export const policies = {};\n' };
    expect(await after(files, policies)).toMatchObject({
      'bootstrap/policies.ts': `import { PostPolicy } from '../app/rules/postpolicy.ts';

export const policies = { post: PostPolicy };
`,
    });
  });

  test('in the chain itself gets its entry there', async () => {
    const inline = bootstrap.replace('.withRouting(web)', '.withRouting(web)\n    .withRules([new A()])');
    expect(await appAfter(inline)).toBe(
      inline
        .replace('[new A()]', '[new A(), new Phone()]')
        .replace('import { web }', "import { Phone } from '../app/rules/phone.ts';\n$&"),
    );
  });

  test('is found where the chain imports it from, under the name it has there', async () => {
    const app = wired.replace('{ rules } from', '{ all as rules } from').replace('./rules.ts', './own/rules.ts');
    const files = { 'bootstrap/app.ts': app, 'bootstrap/own/rules.ts': 'export const all = [];\n' };
    expect(await after(files)).toEqual({
      'bootstrap/app.ts': app,
      'bootstrap/own/rules.ts': `import { Phone } from '../../app/rules/phone.ts';\n\nexport const all = [new Phone()];\n`,
    });
  });
});

describe('the import', () => {
  test('that is there is used, under the name it has', async () => {
    const rules = "import { Phone as Tel } from '../app/rules/phone.ts';\n\nexport const rules = [];\n";
    expect(await rulesAfter(rules)).toBe(rules.replace('[]', '[new Tel()]'));
  });

  test('of a type alone is none', async () => {
    const rules = "import type { Phone } from '../app/rules/phone.ts';\n\nexport const rules = [];\n";
    expect(await rulesAfter(rules, ruleOf('Phone'))).toContain('new Phone2()');
  });

  test('gets another name where its own is taken', async () => {
    const rules = "import { Phone } from '../app/rules/phone.ts';\n\nexport const rules = [new Phone()];\n";
    expect(await rulesAfter(rules, ruleOf('Phone', 'User/'))).toBe(
      `import { Phone } from '../app/rules/phone.ts';
import { Phone as UserPhone } from '../app/rules/User/phone.ts';

export const rules = [new Phone(), new UserPhone()];
`.replace(/(import.*\n)(import.*User.*\n)/, '$2$1'),
    );
  });

  test('stands between packages and files of the folder, and behind what is imported for its effects', async () => {
    const rules = `import 'reflect-metadata';
import { z } from 'zod';
import { B } from './b.ts';

export const rules = [new B()];
`;
    expect(await rulesAfter(rules)).toBe(
      rules
        .replace('import { B }', "import { Phone } from '../app/rules/phone.ts';\n$&")
        .replace('B()]', 'B(), new Phone()]'),
    );
  });

  test('in a file without any stands below the comment that is about the file', async () => {
    expect(await rulesAfter('// Licence.\n\n/** Rules. */\nexport const rules = [];\n')).toBe(
      "// Licence.\n\nimport { Phone } from '../app/rules/phone.ts';\n\n/** Rules. */\nexport const rules = [new Phone()];\n",
    );
  });
});

describe('the builder chain', () => {
  test('on one line stays on one', async () => {
    const app = `import { setup } from '@taproot/core';
import { plugins } from './plugins.ts';
export const boot = () => setup().withPlugins(plugins).create();
`;
    expect(await appAfter(app)).toBe(
      app
        .replace('.create()', '.withRules(rules)$&')
        .replace("'./plugins.ts';", "$&\nimport { rules } from './rules.ts';"),
    );
  });

  test('keeps its comments where they are', async () => {
    const app = bootstrap
      .replace(
        '.withRouting(web)',
        '.withRouting(web) // pages. And more.\n    // Limits are last.\n    .withCallback(limits)',
      )
      .replace('.withPlugins(plugins)', '.withPlugins(plugins) /* all. */');
    const written = await appAfter(app);
    expect(written).toContain(
      '.withRouting(web) // pages. And more.\n    .withRules(rules)\n    // Limits are last.\n',
    );
  });

  test('gets its steps in one order, whatever was there first', async () => {
    const files = { 'bootstrap/app.ts': bootstrap, 'bootstrap/commands.ts': 'export const commands = [];\n' };
    const first = await after(files, commandOf);
    if ('reason' in first) throw new Error('not registered');
    expect(await after(first)).toMatchObject({
      'bootstrap/app.ts': expect.stringContaining('.withRules(rules)\n    .withCommands(commands)\n    .create()'),
    });
  });
});

describe('CN-05 what is not as expected', () => {
  const broken = 'export const rules = [new A(;\n';

  test.each([
    [
      'a syntax error in the list',
      { 'bootstrap/app.ts': wired, 'bootstrap/rules.ts': broken },
      'bootstrap/rules.ts was left as it is: it has a syntax error in line 1',
    ],
    [
      'a syntax error in the chain',
      { 'bootstrap/app.ts': `${bootstrap}}` },
      'bootstrap/app.ts was left as it is: it has a syntax error in line 11',
    ],
    [
      'no chain',
      { 'bootstrap/app.ts': 'export const boot = () => null;\n' },
      'it does not call setup() of @taproot/core',
    ],
    [
      'a setup() of somebody else',
      { 'bootstrap/app.ts': bootstrap.replace('@taproot/core', './mine.ts') },
      'it does not call setup()',
    ],
    ['two chains', { 'bootstrap/app.ts': `${bootstrap}setup().create();\n` }, 'it calls setup() more than once'],
    ['a chain in parts', { 'bootstrap/app.ts': bootstrap.replace('\n    .create()', '') }, 'does not end in create()'],
    ['no bootstrap file', {}, 'bootstrap/app.ts was left as it is: there is no such file'],
    [
      'a list that is computed',
      { 'bootstrap/app.ts': wired, 'bootstrap/rules.ts': 'export const rules = load();\n' },
      '"rules" is not written there as a plain list',
    ],
    [
      'a list of another name',
      { 'bootstrap/app.ts': wired, 'bootstrap/rules.ts': 'export const all = [];\n' },
      '"rules" is not written there',
    ],
    [
      'a list that is gone',
      { 'bootstrap/app.ts': wired },
      'bootstrap/rules.ts was left as it is: there is no such file',
    ],
    [
      'a list of a package',
      { 'bootstrap/app.ts': wired.replace('./rules.ts', '@garden/rules') },
      'takes what comes from "@garden/rules"',
    ],
    [
      'a list that lies outside',
      { 'bootstrap/app.ts': wired.replace('./rules.ts', '../../rules.ts') },
      'takes what comes from "../../rules.ts"',
    ],
  ])('%s: nothing changes, and the lines to add are told', async (_what, files: Record<string, string>, reason) => {
    const result = await after(files);
    expect(result).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(result).toMatchObject({
      byHand: [
        { file: 'bootstrap/rules.ts', lines: ["import { Phone } from '../app/rules/phone.ts';", 'new Phone(),'] },
        { file: 'bootstrap/app.ts', lines: ["import { rules } from './rules.ts';", '.withRules(rules)'] },
      ],
    });
  });
});
