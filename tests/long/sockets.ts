import { loseMembers } from './support/lost-members.ts';
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
  const reload = await loseWorker(count, 300, 'SIGHUP');
  console.log(`${count} clients, both workers replaced by SIGHUP under 300 events`);
  console.table({
    'clients with 1001': reload.lostCodes['1001'] ?? 0,
    'seconds until all were back': Number((reload.back / 1000).toFixed(1)),
    'clients with a wrong event': reload.wrong,
    'clients that missed events': reload.missed,
  });
  if (reload.wrong + reload.missed > 0) faults.push(`SIGHUP: ${reload.wrong} wrong, ${reload.missed} missed.`);
  if (reload.lostCodes['1001'] !== count || reload.codes['1001'] !== count || reload.exit !== 0)
    faults.push(`SIGHUP: ${JSON.stringify(reload.lostCodes)}, ${JSON.stringify(reload.codes)}, exit ${reload.exit}.`);
  const {
    codes: ends,
    gone,
    lost: lostMembers,
    exit: exitOfMembers,
    ended: last,
    ...wrongMembers
  } = await loseMembers(count, 20, 3);
  console.log(`${count} members of 20 rooms, one worker killed, a lease of 900 ms`);
  console.table({
    'members of the killed worker': lostMembers,
    'seconds until lists had the living alone': Number((gone / 1000).toFixed(2)),
  });
  // A lease, a renewal that was on its way, and the reads of 20 lists.
  if (lostMembers === 0 || gone > 5000) faults.push(`Lists had ${lostMembers} lost members for ${gone} ms.`);
  for (const [what, number] of Object.entries(wrongMembers)) if (number > 0) faults.push(`Members: ${what} ${number}.`);
  if (ends['1001'] !== count || exitOfMembers !== 0 || last > allowed)
    faults.push(`The members ended with ${JSON.stringify(ends)} after ${last} ms, the server with ${exitOfMembers}.`);
  return faults;
};
