import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const script = join(import.meta.dirname, 'loaded-modules.ts');

/** The modules a process has loaded once an application of every plugin has booted, or serves. */
const loaded = async (...args: string[]): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-C', 'source', '--import', 'tsx', '--disable-warning=ExperimentalWarning', script, ...args],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as string[];
};

/** Whether any of them belongs to a package. */
const has = (modules: readonly string[], name: string): boolean =>
  modules.some((module) => module.includes(`/node_modules/${name}/`));

// Of each the server needs a part at its first request, its first file, its first query ...
const engines = ['koa', '@koa/router', 'koa-body', 'koa-static', 'fastify', 'formidable', 'qs', 'libsql'];
const parsers = ['mime-types', 'ipaddr.js', 'validator', 'image-size', 're2js', 'jose', '@node-rs/argon2', 'ioredis'];

describe('an application of every plugin', () => {
  let booted: readonly string[] = [];
  let serving: readonly string[] = [];

  beforeAll(async () => {
    [booted, serving] = await Promise.all([loaded(), loaded('open')]);
  }, 60_000);

  test('boots on the packages it needs', () => {
    expect(['tapable', '@koa/cors'].filter((name) => !has(booted, name))).toEqual([]);
  });

  test.each([...engines, ...parsers])('boots without %s, and so does every console command', (name) => {
    expect(has(booted, name)).toBe(false);
  });

  test('boots without what answers requests', () => {
    const part = /plugins\/routing\/src\/(?:body|input|response)\/|plugins\/routing\/src\/http\/engine/;
    expect(booted.filter((module) => part.test(module))).toEqual([]);
    expect(serving.filter((module) => part.test(module))).not.toEqual([]);
  });

  test('has the engine, the router and the handlers of files there before it serves', () => {
    expect(has(serving, '@koa/router')).toBe(true);
    expect(serving.some((module) => module.endsWith('/routing/src/files/serve-directory.ts'))).toBe(true);
  });

  test.each(['koa-body', 'koa-static', 'fastify', 'formidable', 'qs', 'ipaddr.js', 'validator'])(
    'serves without %s until somebody needs it',
    (name) => {
      expect(has(serving, name)).toBe(false);
    },
  );
});
