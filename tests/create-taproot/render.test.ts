import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Choices } from '../../create-taproot/src/choices.ts';
import { type Part, withRequired } from '../../create-taproot/src/parts.ts';
import { render } from '../../create-taproot/src/render.ts';
import { path } from './support.ts';

const files = {
  'files/package.json': JSON.stringify({
    name: 'app',
    dependencies: { '@taproot/core': '^0.1.0' },
    devDependencies: { '@taproot/testing': '^0.1.0' },
    overrides: {},
  }),
  'files/README.md': '# Your application\n',
  'files/.env.example': 'APP_NAME=Taproot\nAPP_KEY=\n# part: database\nDATABASE_URL=\n# end part: database\n',
  'files/_gitignore': '.env\n',
  'files/app/plugins/posts.ts': 'rows();\n',
  'files/app/users/user.ts': 'user();\n',
  'files/app/users/login.ts': 'login();\n',
  'files/bootstrap/plugins.ts': "import { auth } from '@taproot/auth'; // part: auth\nrouting();\n",
  'files/tests/login.test.ts': 'test();\n',
  'without/database/app/plugins/posts.ts': 'memory();\n',
};

const parts: readonly Part[] = [
  { name: 'database', title: '', requires: [], packages: [], files: [] },
  { name: 'auth', title: '', requires: ['database'], packages: [], files: ['app/users/', 'tests/login.test.ts'] },
];

const rendered = (chosen: Choices['parts']): Record<string, string> => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(path('template', file)), { recursive: true });
    writeFileSync(path('template', file), content);
  }
  const choices: Choices = {
    directory: path('blog'),
    name: 'blog',
    driver: 'koa',
    packageManager: 'npm',
    parts: chosen,
    git: false,
    install: false,
    force: false,
    packages: null,
  };
  return Object.fromEntries(
    [...render(path('template'), choices, parts)].map(([file, text]) => [file, text.toString()]),
  );
};

test('with every part there is everything, and no mark', () => {
  const made = rendered(['database', 'auth']);
  expect(Object.keys(made).toSorted()).toEqual([
    '.env',
    '.env.example',
    '.gitignore',
    'README.md',
    'app/plugins/posts.ts',
    'app/users/login.ts',
    'app/users/user.ts',
    'bootstrap/plugins.ts',
    'package.json',
    'tests/login.test.ts',
  ]);
  expect(made['.env.example']).toBe('APP_NAME=blog\nAPP_KEY=\nDATABASE_URL=\n');
  expect(made['bootstrap/plugins.ts']).toBe("import { auth } from '@taproot/auth';\nrouting();\n");
  expect(made['app/plugins/posts.ts']).toBe('rows();\n');
});

test('a part takes its files and its lines along', () => {
  const made = rendered(['database']);
  expect(Object.keys(made)).not.toContain('app/users/user.ts');
  expect(Object.keys(made)).not.toContain('tests/login.test.ts');
  expect(made['bootstrap/plugins.ts']).toBe('routing();\n');
  expect(made['app/plugins/posts.ts']).toBe('rows();\n');
});

test('without a part, a file that differs has its other version', () => {
  const made = rendered([]);
  expect(made['app/plugins/posts.ts']).toBe('memory();\n');
  expect(made['.env.example']).toBe('APP_NAME=blog\nAPP_KEY=\n');
});

test('a template that lacks what is to be changed is refused', () => {
  expect(() => rendered([])).not.toThrow();
  writeFileSync(path('template', 'files', '.env.example'), 'APP_KEY=\n');
  const choices = {
    directory: '',
    name: 'a',
    driver: 'koa',
    packageManager: 'npm',
    parts: [],
    packages: null,
  } as const;
  expect(() => render(path('template'), { ...choices, git: false, install: false, force: false }, parts)).toThrow(
    'it should hold "APP_NAME=Taproot" once',
  );
});

test('what is chosen brings what it requires', () => {
  expect(withRequired(['auth'])).toEqual(['database', 'auth']);
  expect(withRequired(['database'])).toEqual(['database']);
  expect(withRequired([])).toEqual([]);
});
