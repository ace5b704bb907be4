import { describe, expect, test } from '@jest/globals';
import { auth, type Gate, GateResponse } from '@taproot/auth';
import { type Application, type Context, HttpError, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { http } from '@taproot/testing';
import { drivers } from '../support/drivers.ts';
import type { Post } from './support/abilities.ts';
import { codes, faultOf, users, withAuth } from './support/application.ts';
import { PostPolicy } from './support/post-policy.ts';

const [ada, bob] = users;
const post: Post = { id: 7, author: 1 };

interface Gated {
  readonly gate: Gate;
  readonly reports: unknown[];
}

/** A gate with these definitions, for as long as `work` takes. */
const withGate = async (define: (gate: Gate) => void, work: (gated: Gated) => Promise<void>): Promise<void> => {
  const reports: unknown[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app: Application) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, auth()])
    .withPolicies({ post: PostPolicy })
    .withCallback((booting) => define(booting.facades.Gate()))
    .create();
  try {
    await work({ gate: app.facades.Gate(), reports });
  } finally {
    await app.close();
  }
};

test('an ability may deny with the statuses of the methods of its policy that it calls', async () => {
  class NotePolicy {
    view() {
      return GateResponse.denyAsNotFound();
    }
    edit() {
      const seen = this.view();
      return seen.allowed() ? GateResponse.deny('Begun.', 409) : seen;
    }
  }
  await withGate(
    (gate) => gate.policy('note', NotePolicy),
    async ({ gate }) => {
      expect(gate.statusesOf('note.edit')).toEqual([403, 404, 409]);
      expect(gate.statusesOf('note.view')).toEqual([403, 404]);
    },
  );
});

test('an ability is asked with the user and what it is asked about', async () => {
  await withGate(
    (gate) => gate.define('update-post', (user, about) => user?.id === about.post.author),
    async ({ gate }) => {
      expect(await gate.forUser(ada).allows('update-post', { post })).toBe(true);
      expect(await gate.forUser(bob).allows('update-post', { post })).toBe(false);
      expect(await gate.forUser(bob).denies('update-post', { post })).toBe(true);
    },
  );
});

test('without a context an ability decides by what it is asked about alone', async () => {
  const seen: unknown[] = [];
  await withGate(
    (gate) =>
      gate.define('update-post', (user, about, ctx) => {
        seen.push([user, about, ctx]);
        return about.post.id === 7;
      }),
    async ({ gate }) => {
      expect(await gate.allows('update-post', { post })).toBe(true);
      expect(seen).toEqual([[null, { post }, null]]);
    },
  );
});

test('a policy decides by its methods, a guest only where it says so', async () => {
  await withGate(
    () => undefined,
    async ({ gate, reports }) => {
      expect(await gate.forUser(ada).allows('post.update', post)).toBe(true);
      expect(await gate.forUser(bob).allows('post.update', post)).toBe(false);
      expect(await gate.forUser(ada).allows('post.create')).toBe(true);
      expect(await gate.forUser(null).allows('post.view', post)).toBe(true);
      expect(await gate.forUser(null).allows('post.update', post)).toBe(false);
      expect(await gate.forUser({ id: 9, email: 'root@example.com' }).allows('post.update', post)).toBe(true);
      expect([gate.has('post.update'), gate.has('post.before'), gate.has('post.constructor')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(reports).toEqual([]);
    },
  );
});

test('authorize() throws what the denial says, inspect() tells it', async () => {
  await withGate(
    () => undefined,
    async ({ gate }) => {
      const thrown = async (user: typeof ada | typeof bob, reason: string) => {
        const fault = await faultOf(() => gate.forUser(user).authorize('post.delete', post, reason));
        expect(fault).toBeInstanceOf(HttpError);
        return [fault.status, fault.message];
      };
      expect(await thrown(bob, 'spam')).toEqual([404, 'Not Found']);
      expect(await thrown(ada, '')).toEqual([422, 'Say why.']);
      expect((await gate.forUser(ada).authorize('post.delete', post, 'spam')).message()).toBe('Gone.');
      const denied = await gate.forUser(bob).inspect('post.update', post);
      expect([denied.allowed(), denied.denied(), denied.status, denied.message()]).toEqual([
        false,
        true,
        403,
        'This action is not allowed.',
      ]);
    },
  );
});

test('any() and none() ask in order, up to the first that allows', async () => {
  const asked: string[] = [];
  const answers = { 'test:no': false, 'test:yes': true, 'test:later': true } as const;
  await withGate(
    (gate) => {
      for (const name of ['test:no', 'test:yes', 'test:later'] as const)
        gate.define(name, () => {
          asked.push(name);
          return answers[name];
        });
    },
    async ({ gate }) => {
      expect(await gate.forUser(ada).any(['test:no', 'test:yes', 'test:later'])).toBe(true);
      expect(asked).toEqual(['test:no', 'test:yes']);
      expect(await gate.forUser(ada).none(['test:no'])).toBe(true);
      expect(await gate.forUser(ada).none(['test:no', 'test:yes'])).toBe(false);
    },
  );
});

describe('AU-09: only true allows', () => {
  const rejects = (): never => Promise.reject(new Error('no database')) as never;
  const answers: readonly (readonly [string, () => unknown, boolean, string | null])[] = [
    ['true', () => true, true, null],
    ['a promise of true', async () => true, true, null],
    ['GateResponse.allow()', () => GateResponse.allow(), true, null],
    ['false', () => false, false, null],
    ['a promise of false', () => Promise.resolve(false), false, null],
    ['undefined', () => undefined, false, 'E_GATE_RESULT'],
    ['null', () => null, false, 'E_GATE_RESULT'],
    ["'false'", () => 'false', false, 'E_GATE_RESULT'],
    ["'true'", () => 'true', false, 'E_GATE_RESULT'],
    ['1', () => 1, false, 'E_GATE_RESULT'],
    ['an object', () => ({ allowed: () => true }), false, 'E_GATE_RESULT'],
    ['a Boolean object', () => Object(true), false, 'E_GATE_RESULT'],
    ['a promise in a list', () => [Promise.resolve(true)], false, 'E_GATE_RESULT'],
    [
      'an exception',
      () => {
        throw new Error('no such column');
      },
      false,
      'E_GATE_FAILED',
    ],
    ['a rejection', rejects, false, 'E_GATE_FAILED'],
  ];

  test.each(answers)('AU-09: an ability that answers %s', async (_name, answer, allowed, reported) => {
    await withGate(
      (gate) => gate.define('test:odd', answer as () => boolean),
      async ({ gate, reports }) => {
        expect(await gate.forUser(ada).allows('test:odd')).toBe(allowed);
        expect(codes(reports)).toEqual(reported === null ? [] : [reported]);
      },
    );
  });

  test('AU-09: an ability that nobody defined is denied, and reported once', async () => {
    await withGate(
      (gate) => gate.define('see-reports', () => true),
      async ({ gate, reports }) => {
        for (const name of ['test:see', '__proto__', 'constructor', 'post.before', 'post.toString'])
          for (let time = 0; time < 2; time++) expect(await gate.forUser(ada).allows(name as 'test:any')).toBe(false);
        expect(codes(reports)).toEqual(Array.from({ length: 5 }, () => 'E_GATE_ABILITY'));
        expect((await faultOf(() => gate.forUser(ada).authorize('test:see'))).status).toBe(403);
      },
    );
  });
});

describe('AU-10: what is asked before and after', () => {
  type Answer = boolean | null | undefined;
  const odd = (value: unknown): Answer => value as Answer;

  test.each([
    ['true', true, true, []],
    ['false', false, false, []],
    ['nothing', undefined, true, []],
    ['null', null, true, []],
    ["'true'", odd('true'), false, ['E_GATE_RESULT']],
    ['1', odd(1), false, ['E_GATE_RESULT']],
  ] as const)('AU-10: before() that answers %s', async (_name, answer, allowed, reported) => {
    await withGate(
      (gate) => gate.before(() => answer).define('see-reports', () => true),
      async ({ gate, reports }) => {
        expect(await gate.forUser(ada).allows('see-reports')).toBe(allowed);
        expect(codes(reports)).toEqual(reported);
      },
    );
  });

  test('AU-10: before() that fails denies', async () => {
    const fails = async (): Promise<boolean> => {
      throw new Error('no database');
    };
    await withGate(
      (gate) => gate.before(fails).define('see-reports', () => true),
      async ({ gate, reports }) => {
        expect(await gate.forUser(ada).allows('see-reports')).toBe(false);
        expect(codes(reports)).toEqual(['E_GATE_FAILED']);
      },
    );
  });

  test.each([
    ['true', true, [true, false], []],
    ['false', false, [false, false], []],
    ['nothing', undefined, [true, false], []],
    ["'true'", odd('true'), [false, false], ['E_GATE_RESULT', 'E_GATE_RESULT']],
  ] as const)('AU-10: after() that answers %s never turns a denial round', async (_name, answer, allowed, reported) => {
    const told: boolean[] = [];
    await withGate(
      (gate) =>
        gate
          .define('test:yes', () => true)
          .define('test:no', () => false)
          .after((_user, _ability, response) => {
            told.push(response.allowed());
            return answer;
          }),
      async ({ gate, reports }) => {
        const user = gate.forUser(ada);
        expect([await user.allows('test:yes'), await user.allows('test:no')]).toEqual(allowed);
        expect(told).toEqual([true, false]);
        expect(codes(reports)).toEqual(reported);
      },
    );
  });

  test('AU-10: a guest is denied unless the ability is for guests', async () => {
    await withGate(
      (gate) =>
        gate
          .define('see-reports', () => true)
          .define('test:public', (user) => user === null, { guests: true })
          .define('test:careless', (user) => (user as { id: number }).id === 1, { guests: true }),
      async ({ gate, reports }) => {
        const guest = gate.forUser(null);
        expect(await guest.allows('see-reports')).toBe(false);
        expect(await guest.allows('test:public')).toBe(true);
        expect(await guest.allows('test:careless')).toBe(false);
        expect(codes(reports)).toEqual(['E_GATE_FAILED']);
      },
    );
  });
});

test('a gate is changed while the application boots, and not afterwards', async () => {
  await withGate(
    () => undefined,
    async ({ gate }) => {
      const changes = [
        () => gate.define('see-reports', () => true),
        () => gate.policy('post', PostPolicy),
        () => gate.before(() => true),
        () => gate.after(() => true),
      ];
      for (const change of changes) expect((await faultOf(change)).code).toBe('E_GATE_LATE');
    },
  );
});

test.each(drivers)('can() asks the gate about the user of the request (%s driver)', async (driver) => {
  await withAuth(
    {
      driver,
      callback: ({ facades }) => {
        facades
          .Gate()
          .policy('post', PostPolicy)
          .define('see-reports', (user) => user?.id === 2);
      },
      routes: (route, { facades, middleware }) => {
        const ok = {
          handle: (ctx: Context) => ctx.response().success().string('ok'),
        };
        route.post('/token/{id}', async (ctx) =>
          ctx
            .response()
            .success()
            .string(await facades.Auth(ctx).loginUsingId(ctx.request().route('id'))),
        );
        const inside = route.middleware(middleware.auth());
        inside.middleware(middleware.can('see-reports')).get('/reports', ok.handle);
        inside
          .middleware(middleware.can('post.update', (ctx) => [{ id: 1, author: ctx.request().queryInt('author') }]))
          .put('/post', ok.handle);
        route.middleware(middleware.can('see-reports')).get('/bare', ok.handle);
        const parent = (ctx: Context) => [{ id: 1, author: ctx.request().queryInt('parent') }] as const;
        const child = (ctx: Context) => [{ id: 2, author: ctx.request().queryInt('child') }] as const;
        inside
          .middleware(middleware.can('post.update', parent))
          .middleware(middleware.can('post.update', child), middleware.can('post.update', parent))
          .put('/both', ok.handle)
          .name('both');
      },
    },
    async ({ app }) => {
      const tokens: string[] = [];
      for (const { id } of users) tokens.push((await http(app).post(`/token/${id}`)).text);
      const statusOf = async (user: number, method: 'GET' | 'PUT', path: string) => {
        const client = http(app).withToken(tokens[user] ?? '');
        return (await client.call(method, path)).status;
      };
      expect([await statusOf(0, 'GET', '/reports'), await statusOf(1, 'GET', '/reports')]).toEqual([403, 200]);
      expect([await statusOf(0, 'PUT', '/post?author=1'), await statusOf(1, 'PUT', '/post?author=1')]).toEqual([
        200, 403,
      ]);
      expect((await http(app).get('/bare')).status).toBe(403);
      const both = (query: string) => statusOf(0, 'PUT', `/both?${query}`);
      expect([await both('parent=1&child=1'), await both('parent=1&child=2'), await both('parent=2&child=1')]).toEqual([
        200, 403, 403,
      ]);
      expect(app.facades.Route().info('both')?.middleware).toEqual(['auth', 'can:post.update#2', 'can:post.update#3']);
      expect((await http(app).post('/token/99')).status).toBe(404);
    },
  );
});

test.each<[string, unknown, string, string]>([
  ['an object of its class', new PostPolicy(), 'an object of PostPolicy', 'Give the class: PostPolicy.'],
  ['an arrow function', () => true, 'a function', 'Give a class whose methods decide, without new.'],
  ['undefined', undefined, 'undefined', 'Give a class whose methods decide, without new.'],
])('E_GATE_POLICY: %s in place of a policy', async (_what, given, actual, fix) => {
  const { policy } = { policy: given as never };
  const boot = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([auth()])
    .withPolicies({ post: policy })
    .create();
  await expect(boot).rejects.toMatchObject({
    code: 'E_GATE_POLICY',
    message: `The policy "post" is ${actual} in place of a class.`,
    fix,
  });
});
