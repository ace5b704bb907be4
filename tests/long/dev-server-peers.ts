import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesUnderLoad } from './support/changes-under-load.ts';
import { peerChanges } from './support/peer-changes.ts';
import { peers, taprootPeer } from './support/peer-sources.ts';
import { peerPackages } from './support/tools.ts';

const rate = 200;

interface Row {
  readonly requests: number;
  readonly lost: number;
  readonly unserved: number;
  readonly times: readonly number[];
}

const shown = ({ times, ...counts }: Row) => {
  const at = (share: number): number | string => {
    const time = times[Math.min(times.length - 1, Math.floor(times.length * share))];
    return time === undefined ? '' : Math.round(time);
  };
  return { ...counts, median: at(0.5), p95: at(0.95) };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The measurement of `dev-server`, and the same of servers of development of others. Ours has two
 * rows: the whole skeleton, changed in four ways, and an application like theirs, with one route, changed in place. What
 * they lose is no fault of ours.
 */
export const run = async (count = Number(process.env.CHANGES ?? 50)): Promise<readonly string[]> => {
  const table: Record<string, object> = {};
  const faults: string[] = [];
  const { failed, times, requests } = await changesUnderLoad(count, rate);
  table['taproot serve --watch, skeleton'] = shown({ requests, lost: failed.length, unserved: 0, times });
  faults.push(...failed.slice(0, 10));
  const none = mkdtempSync(join(tmpdir(), 'no-packages-'));
  const own = await peerChanges(taprootPeer, none, count, rate).finally(() => rmSync(none, { recursive: true }));
  table[taprootPeer.name] = shown(own);
  if (own.lost + own.unserved > 0) faults.push(`one route: ${own.lost} lost, ${own.unserved} changes not served`);
  let modules: string | null = null;
  try {
    modules = peerPackages();
  } catch (error) {
    for (const { name } of peers) table[name] = { note: reasonOf(error) };
  }
  for (const peer of modules === null ? [] : peers)
    try {
      table[peer.name] = shown(await peerChanges(peer, modules ?? '', count, rate));
    } catch (error) {
      console.error(reasonOf(error));
      table[peer.name] = { note: 'does not serve' };
    }
  console.log(`${count} changes with ${rate} requests a second; milliseconds from a save to its first response`);
  console.table(table);
  return faults;
};
