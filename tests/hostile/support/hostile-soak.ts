import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../support/random.ts';
import { attacks } from '../wire/attacks.ts';
import { sendAttack, statusesOf } from '../wire/send-attack.ts';
import { GoodClient } from './good-client.ts';
import { ServerProcess } from './server-process.ts';

export interface Soak {
  readonly driver: string;
  /** How long good requests run alone, and then among hostile ones. */
  readonly baseline: number;
  readonly seconds: number;
  /** Requests a second, a fifth of them hostile. */
  readonly rate: number;
  readonly seed: number;
}

const tick = 10;
const mostAtOnce = 100;

/** Calls `work` so many times a second, whether the ones before have ended or not; resolves when all have. */
const atRate = async (seconds: number, rate: number, work: () => Promise<void>): Promise<void> => {
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0, passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    for (; sent < (passed * rate) / 1000; sent++) {
      // A machine that cannot keep up is not to be buried under what it owes.
      if (running.size >= mostAtOnce) continue;
      const one = work().finally(() => running.delete(one));
      running.add(one);
    }
    await wait(tick);
  }
  await Promise.all(running);
};

/** Good requests among hostile ones: what became of either, and how the process is afterwards. */
export const hostileSoak = async ({ driver, baseline, seconds, rate, seed }: Soak) => {
  // A client of Node may use a connection that is just being closed for being idle; that is no fault of the server.
  const server = await ServerProcess.start(driver, { http: { keep_alive_timeout: 60 } });
  const client = new GoodClient(server.port);
  const random = new Random(seed);
  const faults: string[] = [];
  let hostile = 0;

  const attack = async (): Promise<void> => {
    const { row, what, send, status } = random.pick(attacks);
    hostile++;
    try {
      const seen = statusesOf(await sendAttack(server.port, send)).join();
      if (seen !== String(status)) faults.push(`${row} ${what}: ${seen}, not ${String(status)}`);
    } catch (error) {
      faults.push(`${row} ${what}: ${String(error)}`);
    }
  };

  // Everything is loaded and compiled, and every attack has been made, before anything is measured.
  const left = [...attacks];
  const lane = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await sendAttack(server.port, one.send);
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  await atRate(Math.min(1, baseline), rate, () => client.send());
  client.takeTimes();
  const before = await server.vitals();
  await atRate(baseline, rate * 0.8, () => client.send());
  const alone = client.takeTimes();
  await atRate(seconds, rate, () => (random.chance(0.2) ? attack() : client.send()));
  const among = client.takeTimes();
  client.close();
  // Connections that were left are found out by their timeouts.
  await wait(500);
  const after = await server.vitals();
  await server.stop();

  faults.push(...client.wrong);
  if (after.pid !== before.pid) faults.push('The process is another one.');
  if (after.spooled > 0) faults.push(`${after.spooled} temporary files are left.`);
  if (after.prototypes.length > 0) faults.push(`Prototypes have ${after.prototypes.join()}.`);
  if (after.descriptors > before.descriptors + 2)
    faults.push(`${after.descriptors - before.descriptors} more descriptors are open.`);
  return { driver, good: among.count, hostile, alone, among, grown: after.rss - before.rss, faults };
};
