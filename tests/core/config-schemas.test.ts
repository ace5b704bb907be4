import { describe, expect, test } from '@jest/globals';
import type { Config } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import vine from '@vinejs/vine';
import * as v from 'valibot';
import { z } from 'zod';
import { bootWith, withCode } from './support.ts';

const byZod = z.object({
  currency: z.string().length(3),
  tax: z.number().min(0).default(19),
  stock: z.object({ low: z.number().int().default(5), mail: z.email().optional() }).prefault({}),
});

declare module '@taproot/core' {
  interface ConfigFiles {
    shop: z.output<typeof byZod>;
    vined: { currency: string };
    valued: { url: URL };
  }
}

const shop = (options?: Options<'shop'>) =>
  definePlugin({
    name: 'shop',
    config: { shop: (env) => byZod.extend({ currency: byZod.shape.currency.default(env('NO_SUCH_CURRENCY', 'eur')) }) },
    options: { shop: options },
  });

const resolve = async (config: Config, options?: Options<'shop'>) =>
  (await bootWith([shop(options)], config)).config.shop;

// A value the compiler would not let pass.
const untyped = (values: unknown) => ({ shop: values }) as Config;

describe('a configuration file that a schema judges', () => {
  test('has the defaults of the plugin and of the schema, under the values of the application and the argument', async () => {
    expect(await resolve({})).toEqual({ currency: 'eur', tax: 19, stock: { low: 5 } });
    const config = await resolve(
      { shop: (env) => ({ currency: env('NO_SUCH', 'usd'), stock: { mail: 'a@b.test' } }) },
      { stock: { low: 1 } },
    );
    expect(config).toEqual({ currency: 'usd', tax: 19, stock: { low: 1, mail: 'a@b.test' } });
    expect([Object.isFrozen(config), Object.isFrozen(config.stock)]).toEqual([true, true]);
  });

  test('names every key that does not hold, and where the first one is written', async () => {
    const wrong = untyped({ currency: 'euros', tax: '19', stock: undefined });
    await expect(resolve(wrong)).rejects.toMatchObject({
      code: 'E_CONFIG_SCHEMA',
      message: expect.stringMatching(
        /^Configuration "shop\.currency" does not hold its schema: .+\. "shop\.tax": .+\.$/,
      ),
      fix: 'Correct it in config/shop.ts.',
    });
    await expect(resolve({}, { stock: { low: 0.5 } })).rejects.toMatchObject({
      message: expect.stringContaining('"shop.stock.low"'),
      fix: 'Correct it in shop().',
    });
    await expect(resolve(untyped([1]))).rejects.toThrow(withCode('E_CONFIG_SCHEMA'));
  });

  test('has only the keys of its schema', async () => {
    await expect(resolve(untyped({ stock: { lwo: 1 } }))).rejects.toMatchObject({
      code: 'E_CONFIG_UNKNOWN_KEY',
      message: expect.stringContaining('"shop.stock.lwo". Did you mean "low"?'),
    });
  });

  test('may have a schema that is async, and one that makes something else of its values', async () => {
    const vined = vine.create(
      vine.object({
        currency: vine
          .string()
          .fixedLength(3)
          .parse((value) => value ?? 'eur'),
      }),
    );
    const plugin = definePlugin({ name: 'vined', config: { vined: vined } });
    expect((await bootWith([plugin])).config.vined).toEqual({ currency: 'eur' });
    await expect(bootWith([plugin], { vined: { currency: 'euros' } })).rejects.toMatchObject({
      code: 'E_CONFIG_SCHEMA',
      message: expect.stringContaining('"vined.currency"'),
    });
    const valued = v.object({
      url: v.optional(
        v.pipe(
          v.string(),
          v.url(),
          v.transform((url) => new URL(url)),
        ),
        'https://a.example',
      ),
    });
    const urls = definePlugin({ name: 'urls', config: { valued: valued } });
    expect((await bootWith([urls])).config.valued.url.host).toBe('a.example');
  });

  test('belongs to one plugin', async () => {
    const second = definePlugin({ name: 'second', config: { shop: () => ({ more: 1 }) as never } });
    await expect(bootWith([shop(), second])).rejects.toThrow(withCode('E_CONFIG_DUPLICATE'));
  });

  test('a schema that throws, or gives no object, is named', async () => {
    const broken = z.object({ url: z.any().transform((): URL => JSON.parse('{')) });
    const plugin = definePlugin({ name: 'broken', config: { valued: broken } });
    await expect(bootWith([plugin], { valued: {} })).rejects.toMatchObject({
      code: 'E_CONFIG_SCHEMA',
      cause: expect.any(SyntaxError),
    });
    const none = { '~standard': { version: 1, vendor: 'mine', validate: () => ({ value: 'text' }) } } as never;
    const odd = definePlugin({ name: 'odd', config: { valued: none } });
    await expect(bootWith([odd])).rejects.toThrow(withCode('E_CONFIG_TYPE'));
  });
});

// The compiler checks these.
export const compiled = [
  // @ts-expect-error a schema that gives something else than the file
  () => definePlugin({ name: 'shop', config: { vined: z.object({ currency: z.number() }) } }),
  // @ts-expect-error the same, of a function
  () => definePlugin({ name: 'shop', config: { vined: () => z.object({ currency: z.number() }) } }),
];
