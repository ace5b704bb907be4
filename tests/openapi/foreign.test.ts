import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolder } from '../support/describe-folder.ts';

const folder = join(import.meta.dirname, 'foreign');

// Not by their names: the application declares its own user, and the test's program has another one.
interface Foreign {
  readonly boot: (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Application>;
}
interface Judge {
  readonly judge: (
    document: object,
    routes: readonly object[],
  ) => {
    readonly facts: number;
    readonly bad: readonly {
      readonly verdict: string;
      readonly isTold: boolean;
      readonly operation: string;
      readonly fact: string;
    }[];
  };
}

test('the document of an application in foreign styles says what was written down of it beforehand', async () => {
  const { boot } = (await import(join(folder, 'app', 'bootstrap', 'app.ts'))) as Foreign;
  const { judge } = (await import(join(folder, 'judge.ts'))) as Judge;
  const app = await boot({ env: { APP_ENV: 'testing' } });
  try {
    const built = await describeFolder(app, join(folder, 'app'));
    await validateDocument(built.document);
    const { facts, bad } = judge(built.document, built.routes);
    expect(facts).toBeGreaterThan(4000);
    expect(bad.length / facts).toBeLessThan(0.01);
    const silent = bad.filter(({ verdict, isTold }) => verdict === 'wrong' || !isTold);
    const unexpected = silent.map(({ verdict, operation, fact }) => `${operation} ${fact}: ${verdict}`);
    expect(unexpected).toEqual([]);
  } finally {
    await app.close();
  }
}, 60_000);
