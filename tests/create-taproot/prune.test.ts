import { expect, test } from '@jest/globals';
import { prune } from '../../scripts/template/prune.mjs';

const pruned = (text: string, used: readonly string[] = []): string =>
  prune(text, {
    isGone: (source) => ['@taproot/auth', './auth.ts', './auth-controller.ts'].includes(source),
    members: new Set(['facades.Gate', 'middleware.auth']),
    lists: new Set(['append', 'middleware', 'withPolicies']),
    isFree: (limiter) => !used.includes(limiter),
  });

test('an import goes with the entries of lists that use it, and with the comments above them', () => {
  const text = `import { auth } from '@taproot/auth';
import { routing } from '@taproot/routing';

export const plugins = [
  routing(), // stays
  // Who is a user.
  auth(),
];
export const config = {
  auth,
  http,
};
`;
  expect(pruned(text)).toBe(`import { routing } from '@taproot/routing';

export const plugins = [
  routing(), // stays
];
export const config = {
  http,
};
`);
});

test('the only entry of a list leaves an empty list', () => {
  const text = "import { a } from './auth.ts';\nexport const all = { a };\nexport const other = [\n  a(),\n];\n";
  expect(pruned(text)).toBe('export const all = { };\nexport const other = [\n];\n');
});

test('the first, the middle and the last entry leave the others', () => {
  const text = "import { a } from './auth.ts';\nexport const x = [a, one, a, two, a];\n";
  expect(pruned(text)).toBe('export const x = [one, two];\n');
});

test('a step of a chain goes alone, one of several arguments as well', () => {
  const text = `import { policies } from './auth.ts';
import { middleware } from './facades.ts';
boot().withPolicies(policies).create();
stack.append(first(), middleware.auth(), last());
`;
  expect(pruned(text)).toBe('boot().create();\nstack.append(first(), last());\n');
});

test('a statement goes with what hangs on the names it declares', () => {
  const text = `import { AuthController } from './auth-controller.ts';
import { facades, middleware } from './facades.ts';

const auth = new AuthController();
const { scope } = facades.Route();
scope.post('/login', (ctx) => auth.login(ctx)).name('login');
scope.post('/out', [AuthController, 'logout']);
scope.middleware(middleware.auth()).group((route) => {
  route.get('/me', (ctx) => auth.me(ctx));
});
`;
  expect(pruned(text)).toBe(`import { facades } from './facades.ts';

const { scope } = facades.Route();
`);
});

test('a call on what is absent goes; a name that is then unused goes with its import, also as one of several', () => {
  const text = `import { check, facades, type Post } from './posts.ts';
export const update = async (ctx: unknown, post: Post) => {
  const rights = check(ctx);
  await facades.Gate(ctx).authorize(rights, post);
  return post;
};
`;
  expect(pruned(text)).toBe(`import { type Post } from './posts.ts';
export const update = async (ctx: unknown, post: Post) => {
  return post;
};
`);
});

test('keeps code that was unused before, and code that only shares a name with an absent part', () => {
  const text = `import { idle } from './idle.ts';
import { auth } from './own.ts';
const unused = 1;
use({ facades: ctx.facades.Gatekeeper, auth: auth.Gate, middleware: 'auth' });
`;
  expect(pruned(text)).toBe(text);
});

test('a rate limiter that no route names goes, with its comment', () => {
  const text = `import { facades } from './facades.ts';
facades.RateLimiter().for('api', () => none);
// Of guesses.
facades.RateLimiter().for('login', () => none);
`;
  expect(pruned(text, ['api', 'login'])).toBe(text);
  expect(pruned(text, ['api'])).toBe(
    "import { facades } from './facades.ts';\nfacades.RateLimiter().for('api', () => none);\n",
  );
});

test('a comment that an empty line divides from what goes stays', () => {
  const text = "// Licence of this file.\n\nimport { auth } from './auth.ts';\nrun(1);\n";
  expect(pruned(text)).toBe('// Licence of this file.\n\nrun(1);\n');
});
