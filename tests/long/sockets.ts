import { loseWorker } from './support/lost-worker.ts';

/** Milliseconds that all clients may take to end. */
const allowed = 8000;

/** 1,000 clients over two workers and Redis: a worker is killed while 300 events are sent, then the server gets SIGTERM. */
export const run = async (count = 1000): Promise<readonly string[]> => {
  const faults: string[] = [];
  const { lost, wrong, missed, back, codes, ended, exit } = await loseWorker(count, 300);
  console.log(`${count} clients over two workers and Redis, 300 events, one worker killed`);
  console.table({
    'clients of the killed worker': lost,
    'seconds until all were back': Number((back / 1000).toFixed(1)),
    'clients that missed events': missed,
    'clients with a wrong event': wrong,
    'seconds until all had 1001': Number((ended / 1000).toFixed(2)),
  });
  if (lost === 0) faults.push('No client was on the killed worker.');
  if (wrong > 0) faults.push(`${wrong} clients got an event twice, in another order or not at all.`);
  if (missed > 0) faults.push(`${missed} clients were told that they missed events.`);
  if (codes['1001'] !== count) faults.push(`The clients ended with ${JSON.stringify(codes)}.`);
  if (ended > allowed) faults.push(`The last client ended after ${(ended / 1000).toFixed(1)} s.`);
  if (exit !== 0) faults.push(`The server exited with ${exit}.`);
  return faults;
};
