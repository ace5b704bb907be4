import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

// In a process of its own, in which nothing finds Fastify.
const script = `
  import Module from 'node:module';
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (request, ...rest) => {
    if (request === 'fastify') throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    return resolve(request, ...rest);
  };
  const { run, setup } = await import('@taproot/core');
  const { routing } = await import('@taproot/routing');
  await run(() => setup().withPlugins([routing()]).withConfig({ http: { default: 'fastify', port: 0 } }).create());
`;

test('a driver whose package is not installed is told with the line that installs it', () => {
  const options = ['-C', 'source', '--import', 'tsx', '--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: join(root, 'tests'), encoding: 'utf8' });
  expect(stderr).toContain(
    'E_DRIVER_MISSING: http.default names the driver "fastify", whose package is not installed.',
  );
  expect(stderr).toContain('fix: Run `npm install fastify@5`');
  expect(status).toBe(1);
});
