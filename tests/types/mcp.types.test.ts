import { test } from '@jest/globals';
import type { RouteMeta } from '@taproot/core';
import { type McpRouteMeta, mcp } from '@taproot/mcp';
import type { RootRouter } from '@taproot/routing';
import { type Equal, expectType, onlyCompiled } from './support.ts';

test('routes say by meta whether they are tools', () => {
  onlyCompiled((route: RootRouter) => {
    const named = () => route.get('/plants', () => []);
    named().meta({ mcp: true });
    named().meta({ mcp: false });
    named().meta({ mcp: { name: 'find_plants', description: 'Finds plants.', readOnly: true } });
    named().meta({ mcp: { destructive: false, idempotent: true } });
    route.meta({ mcp: true }).group((tools) => tools.get('/beds', () => []));
    // @ts-expect-error a string says nothing
    named().meta({ mcp: 'yes' });
    // @ts-expect-error the key is readOnly
    named().meta({ mcp: { readonly: true } });
    // @ts-expect-error a hint is true or false
    named().meta({ mcp: { destructive: 'no' } });
    expectType<Equal<RouteMeta['mcp'], boolean | McpRouteMeta>>();
  });
});

test('mcp() takes settings of config/mcp.ts', () => {
  onlyCompiled(() => {
    mcp();
    mcp({
      path: '/agents',
      max_tokens: null,
      forwarded_headers: ['authorization'],
      allowed_origins: ['app.example.com'],
    });
    mcp({ middleware: () => [] });
    mcp({ middleware: null });
    // @ts-expect-error keys of configuration are in snake case
    mcp({ maxTokens: 10 });
    // @ts-expect-error a path is a string
    mcp({ path: null });
    // @ts-expect-error middleware is made at boot, by a function
    mcp({ middleware: [] });
    // @ts-expect-error a middleware is no name
    mcp({ middleware: () => ['auth'] });
  });
});
