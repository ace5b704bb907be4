import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { type Application, createFacades, type FacadesHandle, type Middleware, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { bootWith, withCode } from './support.ts';

interface Clock {
  readonly made: number;
  readonly app: Application;
}

/** What libraries such as postgres.js give: a function with members. */
interface Sql {
  (text: string): string;
  end(): void;
}

declare module '@taproot/core' {
  interface Facades {
    Clock(): Clock;
    ClockIn(zone: string): string;
    Sql(): Sql;
  }
  interface MiddlewareFactories {
    stamp(name: string): Middleware;
  }
}

const clock = () => {
  let made = 0;
  return definePlugin({
    name: 'clock',
    facades: {
      Clock: (app) => ({ made: ++made, app }),
      ClockIn: (app) => {
        const { name } = app.config.app;
        made++;
        return (zone) => `${name} in ${zone}, ${made} made`;
      },
    },
    middleware: {
      stamp: (app) => (name) => ({
        signature: () => `stamp:${app.config.app.name}:${name}`,
        handle: (_ctx, next) => next(),
      }),
    },
  });
};

const bootOn = (handle: FacadesHandle, name = 'first', plugin = clock()): Promise<Application> =>
  setup(handle, { env: { APP_NAME: name } })
    .withPlugins([plugin])
    .create();

describe('facades of an application', () => {
  test('are made when they are first asked for, once', async () => {
    const { facades } = await bootWith([clock()]);
    expect(facades.Clock().made).toBe(1);
    expect(facades.Clock()).toBe(facades.Clock());
  });

  test('take arguments when they are made as a function, which is made once too', async () => {
    const { facades } = await bootWith([clock()], { app: { name: 'Big Ben' } });
    expect(facades.ClockIn('Paris')).toBe('Big Ben in Paris, 1 made');
    expect(facades.ClockIn('Rome')).toBe('Big Ben in Rome, 1 made');
  });

  test('that can be called themselves are made as the function that gives them', async () => {
    const sql: Sql = Object.assign((text: string) => `asked ${text}`, { end: () => undefined });
    const { facades } = await bootWith([definePlugin({ name: 'sql', facades: { Sql: () => () => sql } })]);
    expect(facades.Sql()).toBe(sql);
    expect(facades.Sql()('all')).toBe('asked all');
  });

  test('App() is the application itself', async () => {
    const app = await bootWith([]);
    expect(app.facades.App()).toBe(app);
  });

  test('an unknown one is told with the nearest name and all that are known', async () => {
    const { facades } = await bootWith([clock()]);
    expect(() => Reflect.get(facades, 'Clok')).toThrow(
      withCode('E_FACADE_UNKNOWN', {
        message: 'No plugin of this application provides the facade Clok(). Did you mean "Clock"?',
        fix: expect.stringContaining('Provided now: App, Clock, ClockIn.'),
      }),
    );
  });

  test('an unknown middleware factory is the same error', async () => {
    const app = await bootWith([clock()]);
    expect(() => Reflect.get(app.middleware, 'stmap')).toThrow(
      withCode('E_MIDDLEWARE_UNKNOWN', { message: expect.stringContaining('Did you mean "stamp"?') }),
    );
    const bare = await bootWith([]);
    expect(() => Reflect.get(bare.middleware, 'stamp')).toThrow(
      withCode('E_MIDDLEWARE_UNKNOWN', { fix: expect.stringContaining('Provided now: none.') }),
    );
  });

  test('can be awaited, inspected, printed as JSON and compared without an error', async () => {
    const { facades } = await bootWith([clock()]);
    expect(await Promise.resolve(facades)).toBe(facades);
    expect(inspect(facades)).toContain('Clock');
    expect(JSON.stringify(facades)).toBe('{}');
    expect(facades).toEqual(expect.objectContaining({ Clock: expect.any(Function) }));
    expect(() => expect(facades).toEqual({})).toThrow(/"Clock": \[Function/);
  });

  test('LC-12 given by two plugins are an error that names both', async () => {
    const other = definePlugin({ name: 'sundial', facades: { Clock: (app) => ({ made: 0, app }) } });
    await expect(bootWith([clock(), other])).rejects.toEqual(
      withCode('E_FACADE_DUPLICATE', { message: 'Facade Clock() is provided by both "clock" and "sundial".' }),
    );
  });
});

describe('the importable handle', () => {
  test('gives the facades and middleware of its application, also when it was taken apart before', async () => {
    const handle = createFacades();
    const { facades, middleware } = handle;
    const app = await bootOn(handle);
    expect(handle.app).toBe(app);
    expect(facades.Clock()).toBe(app.facades.Clock());
    expect(facades.ClockIn('Oslo')).toContain('first in Oslo');
    expect(middleware.stamp('a').signature()).toBe('stamp:first:a');
    expect(() => Reflect.get(facades, 'Clok')).toThrow(withCode('E_FACADE_UNKNOWN'));
    expect(() => Reflect.get(middleware, 'stmp')).toThrow(withCode('E_MIDDLEWARE_UNKNOWN'));
  });

  test('LC-16 before the application is made, its facades are a clear error', () => {
    const { facades, middleware, app } = createFacades();
    expect(app).toBeNull();
    expect(() => facades.Clock()).toThrow(
      withCode('E_FACADES_UNBOUND', {
        message: expect.stringMatching(/^facades\.Clock\(\) was used while no application/),
      }),
    );
    expect(() => middleware.stamp('a')).toThrow(
      withCode('E_FACADES_UNBOUND', { message: expect.stringMatching(/^middleware\.stamp\(\) /) }),
    );
  });

  test('LC-16 after close() they are that error again, and the handle is free', async () => {
    const handle = createFacades();
    const first = await bootOn(handle);
    await first.close();
    expect(() => handle.facades.Clock()).toThrow(withCode('E_FACADES_UNBOUND'));
    const second = await bootOn(handle, 'second');
    expect(handle.facades.Clock().app).toBe(second);
    await first.close();
    expect(handle.app).toBe(second);
  });

  test('still work while the plugins close', async () => {
    const handle = createFacades();
    let made = 0;
    const late = definePlugin({
      name: 'late',
      apply(app) {
        app.hooks.shutdown.tap('late', () => {
          ({ made } = handle.facades.Clock());
        });
      },
    });
    const app = await setup(handle).withPlugins([clock(), late]).create();
    expect(await app.close()).toEqual([]);
    expect(made).toBe(1);
  });

  test('bound twice is an error that says what to do; the first application keeps it', async () => {
    const handle = createFacades();
    const first = await bootOn(handle);
    await expect(bootOn(handle, 'second')).rejects.toEqual(
      withCode('E_FACADES_BOUND', { fix: expect.stringContaining('close()') }),
    );
    expect(handle.app).toBe(first);
    expect(handle.facades.Clock().app).toBe(first);
  });

  test('is released when the boot fails', async () => {
    const handle = createFacades();
    const faulty = definePlugin({
      name: 'faulty',
      apply() {
        throw new Error('no');
      },
    });
    await expect(bootOn(handle, 'first', faulty)).rejects.toEqual(withCode('E_PLUGIN_FAILED'));
    expect(handle.app).toBeNull();
    await bootOn(handle);
    expect(handle.facades.Clock().made).toBe(1);
  });

  test('LC-16 two applications of one process do not meet', async () => {
    const plugin = clock();
    const [one, two] = [createFacades(), createFacades()];
    const [first, second] = await Promise.all([bootOn(one, 'one', plugin), bootOn(two, 'two', plugin)]);
    expect(one.facades.Clock().app).toBe(first);
    expect(two.facades.Clock().app).toBe(second);
    expect(one.middleware.stamp('a').signature()).toBe('stamp:one:a');
    expect(two.middleware.stamp('a').signature()).toBe('stamp:two:a');
    await first.close();
    expect(two.facades.Clock().app).toBe(second);
  });
});
