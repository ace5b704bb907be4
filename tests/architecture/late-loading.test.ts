import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { program } from '../support/program.ts';

/**
 * The modules a process has loaded once an application of every plugin has booted, once it serves, and once it has answered a route
 * with a constraint, sent a file and taken an upload.
 */
interface Loaded {
  readonly booted: readonly string[];
  readonly serving: readonly string[];
  readonly used: readonly string[];
}

/** Bundles by the sources they are made of. */
const sourcesOf = (module: string): string[] => {
  if (!/^file:.*\/dist\/[^/]*\.js$/.test(module) || !existsSync(fileURLToPath(`${module}.map`))) return [module];
  const { sources } = JSON.parse(readFileSync(fileURLToPath(`${module}.map`), 'utf8')) as { sources: string[] };
  return sources.map((source) => new URL(source, module).href);
};

const load = async (): Promise<Loaded> => {
  const script = program(join(import.meta.dirname, 'loaded-modules.ts'));
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { booted, serving, used } = JSON.parse(stdout) as Loaded;
  return {
    booted: booted.flatMap(sourcesOf),
    serving: serving.flatMap(sourcesOf),
    used: used.flatMap(sourcesOf),
  };
};

/** Whether any of them belongs to a package. */
const has = (modules: readonly string[], name: string): boolean =>
  modules.some((module) => module.includes(`/node_modules/${name}/`));

// Of each the server needs a part at its first request, its first file, its first query ...
const engines = [
  'koa',
  '@koa/router',
  'koa-body',
  'koa-static',
  'fastify',
  'formidable',
  'qs',
  'libsql',
  'rate-limiter-flexible',
];
const parsers = ['mime-types', 'ipaddr.js', 'validator', 'image-size', 're2js', 'jose', '@node-rs/argon2', 'ioredis'];

describe('an application of every plugin', () => {
  let booted: readonly string[] = [];
  let serving: readonly string[] = [];
  let used: readonly string[] = [];

  beforeAll(async () => {
    ({ booted, serving, used } = await load());
  }, 60_000);

  test('boots on tapable', () => {
    expect(has(booted, 'tapable')).toBe(true);
  });

  test.each([...engines, ...parsers])('boots without %s, and so does every console command', (name) => {
    expect(has(booted, name)).toBe(false);
  });

  test('boots without what answers requests', () => {
    const part =
      /plugins\/routing\/src\/(?:body|input|exchange(?!\/exchange\.)|response)\/|plugins\/routing\/src\/http\/serve/;
    expect(booted.filter((module) => part.test(module))).toEqual([]);
    expect(serving.filter((module) => part.test(module))).not.toEqual([]);
  });

  test('boots and serves without the tools of development', () => {
    expect([...booted, ...serving].filter((module) => module.includes('/plugins/dev/'))).toEqual([]);
    expect(booted.some((module) => module.includes('/console/src/plugin.ts'))).toBe(true);
  });

  test('boots and serves without the schemas of rules', () => {
    const part = /plugins\/validation\/src\/schema\//;
    expect([...booted, ...serving].filter((module) => part.test(module))).toEqual([]);
  });

  test.each(['koa', '@koa/router', 'koa-body', 'koa-static', 'koa-send', 'formidable'])(
    'answers a route with a constraint, sends a file and takes an upload without %s',
    (name) => {
      expect(used.some((module) => module.endsWith('/routing/src/files/serve-directory.ts'))).toBe(true);
      expect(has(used, name)).toBe(false);
    },
  );

  test('has the handlers of files there before it serves', () => {
    expect(serving.some((module) => module.endsWith('/routing/src/files/serve-directory.ts'))).toBe(true);
  });

  test.each([
    'koa',
    '@koa/router',
    'koa-body',
    'koa-static',
    'fastify',
    'formidable',
    'qs',
    'ipaddr.js',
    'validator',
    'rate-limiter-flexible',
  ])('serves without %s until somebody needs it', (name) => {
    expect(has(serving, name)).toBe(false);
  });
});
