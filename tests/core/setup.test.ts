import { describe, expect, test } from '@jest/globals';
import { createFacades, definePlugin, type Application, setup } from '@taproot/core';

interface Greeter {
  greet(name: string): string;
}
declare module '@taproot/core' {
  interface Facades {
    Greeter(): Greeter;
  }
  interface ConfigFiles {
    greeter: { greeting: string; nested: { loud: boolean } };
  }
}

const trace: string[] = [];
const greeter = () =>
  definePlugin({
    name: 'greeter',
    config: { greeter: { greeting: 'Hello', nested: { loud: false } } },
    facades: { Greeter: (app) => ({ greet: (name) => `${app.config.greeter.greeting} ${name}` }) },
    steps: {
      withGuests: (_app: Application, guests: string[]) => {
        trace.push(...guests);
      },
    },
    apply(app) {
      app.hooks.boot.tap('greeter', () => void trace.push('boot'));
    },
  });

describe('setup', () => {
  test('builds an application whose plugins add facades, configuration and builder steps', async () => {
    const handle = createFacades();
    const plugins = [greeter(), definePlugin({ name: 'other' })];
    const app = await setup(handle, { env: { APP_ENV: 'testing' } })
      .withPlugins(plugins)
      .withGuests(['Ada', 'Grace'])
      .withConfig({ greeter: { greeting: 'Hi' } })
      .withCallback(() => void trace.push('callback'))
      .create();
    expect(handle.facades.Greeter().greet('Ada')).toBe('Hi Ada');
    expect(app.config.greeter.nested.loud).toBe(false);
    expect(trace).toEqual(['Ada', 'Grace', 'callback', 'boot']);
    await app.close();
    expect(() => handle.facades.Greeter()).toThrow(expect.objectContaining({ code: 'E_FACADES_UNBOUND' }));
  });

  test('a step of an absent plugin does not compile', () => {
    // @ts-expect-error withGuests belongs to the greeter plugin
    expect(() =>
      setup()
        .withPlugins([definePlugin({ name: 'other' })])
        .withGuests(['x']),
    ).toThrow();
  });
});
