import { expect, test } from '@jest/globals';
import type { Application, Context, Middleware, Request, Response } from '@taproot/core';
import {
  type FakeContext,
  type FakeResponse,
  fakeContext,
  type PluginCheck,
  type pluginChecks,
  type TestApplication,
  type testApplication,
} from '@taproot/core/testing';
import { type Equal, expectType, onlyCompiled } from '../../types/support.ts';

const takesContext = (ctx: Context): Context => ctx;

test('a test application is an application that can be left', () => {
  expectType<Equal<Awaited<ReturnType<typeof testApplication>>, TestApplication>>();
  expectType<TestApplication extends Application & AsyncDisposable ? true : false>();
  expectType<Equal<TestApplication['reports'], readonly unknown[]>>();
  expect.assertions(0);
});

test('a fake context goes wherever a context does, with more to look at', () => {
  expectType<Equal<ReturnType<typeof fakeContext>, FakeContext>>();
  expectType<ReturnType<FakeContext['request']> extends Request ? true : false>();
  expectType<FakeResponse extends Response ? true : false>();
  expectType<Equal<Awaited<ReturnType<FakeContext['through']>>, FakeResponse>>();
  const ctx = fakeContext();
  expect(takesContext(ctx)).toBe(ctx);
  onlyCompiled((middleware: Middleware) => {
    void ctx.through(middleware, (inner) => inner.response().noContent());
    // @ts-expect-error a misspelt part
    fakeContext({ methd: 'POST' });
    // @ts-expect-error a context has no such member
    void ctx.nothing;
  });
});

test('checks have a name and run', () => {
  expectType<Equal<ReturnType<typeof pluginChecks>, PluginCheck[]>>();
  expectType<Equal<PluginCheck['run'], () => Promise<void>>>();
  expect.assertions(0);
});
