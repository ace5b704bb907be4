import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { withFolder } from '../database/support/application.ts';
import { sqlite } from '../database/support/engines.ts';
import { program, taproot } from '../support/program.ts';
import { count } from './fixtures/kill-app.ts';
import { type Scene, withScene } from './support/scene.ts';
import { endWorkers, WorkerProcess } from './support/workers.ts';

// Each starts up to three processes, on a machine that may be busy.
jest.setTimeout(60_000);

afterEach(endWorkers);

/** An application as npm installs it, and a job of a minute that waits. */
const withApplication = (work: (folder: string, scene: Scene) => Promise<void>): Promise<void> =>
  withFolder((folder) =>
    withScene(sqlite, async (scene) => {
      for (const name of ['bootstrap', 'node_modules/.bin']) mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'works', private: true, type: 'module' }));
      const app = program(join(import.meta.dirname, 'fixtures', 'kill-app.ts'));
      writeFileSync(join(folder, 'bootstrap', 'app.js'), `export { boot } from ${JSON.stringify(app)};\n`);
      chmodSync(taproot, 0o755);
      symlinkSync(taproot, join(folder, 'node_modules', '.bin', 'taproot'));
      await scene.queue.dispatch(count, { n: 1, wait: 60_000 });
      await work(folder, scene);
    }),
  );

const binary = join('node_modules', '.bin', 'taproot');
const isolated = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;
const mayIsolate = spawnSync(isolated[0], [...isolated.slice(1), 'true']).status === 0;

const start = (folder: string, { connection }: Scene, command: readonly string[], stop: string): WorkerProcess =>
  new WorkerProcess(connection, { command: [...command, 'queue:work'], cwd: folder, env: { QUEUE_STOP: stop } });

/** The process below another one. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

/** Whether another worker gets the job. */
const goesOn = async (folder: string, scene: Scene): Promise<void> => {
  const other = start(folder, scene, [binary], '0');
  await other.said('began 1');
  expect(await scene.numbers('effects')).toEqual([1]);
};

const ways = [
  { way: 'by the binary', command: [binary], pidOf: (pid: number) => pid, may: true },
  // A container runs it as process 1, which has no default for signals.
  { way: 'as process 1', command: [...isolated, binary], pidOf: childOf, may: mayIsolate },
];

describe.each(ways)('queue:work $way', ({ command, pidOf, may }) => {
  const given = may ? test : test.skip;

  given('ends politely on SIGTERM with 0, and gives back what it did not finish', () =>
    withApplication(async (folder, scene) => {
      const worker = start(folder, scene, command, '0.2');
      await worker.said('began 1');
      process.kill(pidOf(worker.child.pid ?? 0), 'SIGTERM');
      expect(await worker.exited).toEqual([0, null]);
      expect(worker.lines.join('\n')).toMatch(/E_JOB_STOPPED[^]*Done: 0/);
      const [row] = await scene.booted.db.selectFrom('queue_jobs').select(['token', 'attempt']).execute();
      expect(row).toEqual({ token: null, attempt: 0 });
      await goesOn(folder, scene);
    }),
  );

  given('ends at once with 1 on a second signal, and its job is done after its lease', () =>
    withApplication(async (folder, scene) => {
      // Far more than the time of this test.
      const worker = start(folder, scene, command, '3600');
      await worker.said('began 1');
      const pid = pidOf(worker.child.pid ?? 0);
      process.kill(pid, 'SIGTERM');
      process.kill(pid, 'SIGINT');
      expect(await worker.exited).toEqual([1, null]);
      const [row] = await scene.booted.db.selectFrom('queue_jobs').select('token').execute();
      expect(row?.['token']).not.toBeNull();
      await goesOn(folder, scene);
    }),
  );
});

test('queue:work by npx gives back its job, although npx dies of SIGTERM', () =>
  withApplication(async (folder, scene) => {
    const worker = start(folder, scene, ['npx', '--offline', 'taproot'], '0.2');
    await worker.said('began 1');
    const closed = once(worker.child.stdout ?? worker.child, 'close');
    worker.child.kill('SIGTERM');
    await worker.exited;
    // The worker holds the pipe until it has ended itself.
    await closed;
    expect(worker.lines.join('\n')).toContain('Done: 0');
    const [row] = await scene.booted.db.selectFrom('queue_jobs').select(['token', 'attempt']).execute();
    expect(row).toEqual({ token: null, attempt: 0 });
    await goesOn(folder, scene);
  }));
