import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onEachEngine } from './worker-databases.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const workers = 2;

/** Runs the tests of an example on each database with each HTTP driver. Resolves to what failed. */
export const runOnEachPair = async (example: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  await onEachEngine({ prefix: example, sqlite: 'sqlite:storage/test_{worker}.sqlite', workers }, (engine, url) => {
    for (const driver of ['koa', 'fastify']) {
      const env = { ...process.env, APP_ENV: 'testing', DATABASE_URL: url, HTTP_DRIVER: driver };
      const began = performance.now();
      const arguments_ = ['test', '--', `examples/${example}`, `--maxWorkers=${workers}`];
      const { status, stderr } = spawnSync('npm', arguments_, { cwd: root, env, encoding: 'utf8' });
      const [passed = 'Tests: none'] = /^Tests: .*$/m.exec(stderr) ?? [];
      console.log(`${engine}, ${driver}: ${passed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
      if (status !== 0) faults.push(`${engine} with ${driver}: ${stderr.slice(-4000)}`);
    }
  });
  return faults;
};
