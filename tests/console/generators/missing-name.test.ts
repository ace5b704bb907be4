import { afterEach, describe, expect, test } from '@jest/globals';
import { converse } from '../terminal/support.ts';
import { Sandbox } from './support.ts';

const generators = [
  ['make:request', 'request'],
  ['make:rule', 'rule'],
  ['make:filter', 'filter'],
  ['make:controller', 'controller'],
  ['make:middleware', 'middleware'],
  ['make:command', 'command'],
  ['make:policy', 'policy'],
  ['make:plugin', 'plugin'],
  ['make:test', 'test'],
] as const;

let sandbox: Sandbox | null = null;

const create = async (env: Readonly<Record<string, string>> = {}): Promise<Sandbox> => {
  sandbox = await Sandbox.create({}, undefined, env);
  return sandbox;
};

afterEach(() => sandbox?.remove());

describe('on a terminal a missing name is asked for', () => {
  test('until it can be one', async () => {
    const { app } = await create();
    const { code, screen } = await converse(
      app,
      ['make:rule'],
      [
        ['Name of the rule', '../Phone\r'],
        ['it leads elsewhere', '\u0015user/Phone\r'],
      ],
    );
    expect(screen).toContain('created    app/rules/user/phone.ts');
    expect(code).toBe(0);
    expect(sandbox?.read('app/rules/user/phone.ts')).toContain('class Phone');
  });

  test('and Ctrl-C leaves everything as it was', async () => {
    const { app } = await create();
    const before = sandbox?.files();
    expect((await converse(app, ['make:rule'], [['Name of the rule', '\u0003']])).code).toBe(130);
    expect(sandbox?.files()).toEqual(before);
  });
});

describe.each([
  ['without a keyboard', {}, { keyboard: false }],
  ['without a screen', {}, { screen: false }],
  ['in CI', { CI: '1' }, {}],
])('CN-04 %s', (_where, env, surroundings) => {
  test.each(generators)('%s exits with 64 and its usage', async (command, kind) => {
    const { app } = await create(env);
    const before = sandbox?.files();
    const { code, screen } = await converse(app, [command], [], surroundings);
    expect(code).toBe(64);
    expect(screen).toContain(`The name of the ${kind} is missing.`);
    expect(screen).toContain(`Usage: npx taproot ${command} <name> ...`);
    expect(sandbox?.files()).toEqual(before);
  });
});
