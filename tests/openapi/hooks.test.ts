import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { describeFolder } from '../support/describe-folder.ts';
import { gaps as routes } from './fixture/routes/gaps.ts';
import { fixture } from './support.ts';

test('taps change operations and the document, and hear of each gap', async () => {
  const heard: string[] = [];
  const operations: string[] = [];
  const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), openapi()])
    .withCallback((made) => {
      const { operation, document, gap } = made.hookTables.of('openapi');
      operation.tap('test', (given, { route, method, path }) => {
        operations.push(`${method} ${path} ${route.path}`);
        return { ...given, 'x-method': method };
      });
      document.tap('test', (given) => ({ ...given, 'x-owner': 'shop' }));
      gap.tap('test', ({ code }) => void heard.push(code));
    })
    .withRouting(routes)
    .create();
  try {
    const built = await describeFolder(app, fixture);
    expect(built.document['x-owner']).toBe('shop');
    expect(heard).toEqual(built.gaps.map(({ code }) => code));
    expect(heard.length).toBeGreaterThan(0);
    const made = Object.entries(built.document['paths'] as Record<string, Record<string, Record<string, unknown>>>);
    const marked = made.flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => `${method} ${path} ${String(each['x-method'] === method)}`),
    );
    expect(marked.length).toBe(operations.length);
    expect(marked.filter((each) => !each.endsWith('true'))).toEqual([]);
  } finally {
    await app.close();
  }
}, 60_000);
