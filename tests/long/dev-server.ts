import { changesUnderLoad } from './support/changes-under-load.ts';

const changes = Number(process.env.CHANGES ?? 200);

/**
 * Files of the skeleton are changed under `serve --watch`, with 200 requests a second: no request fails, and none is
 * answered by an old application after a new one has answered.
 */
export const run = async (): Promise<readonly string[]> => {
  const { failed, times, stale, requests } = await changesUnderLoad(changes, 200);
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  console.log('Milliseconds from a save to the first response of what was saved');
  console.table({ [`${changes} changes`]: { requests, failed: failed.length, stale, median: at(0.5), p95: at(0.95) } });
  return [
    ...failed.slice(0, 10),
    ...(stale > 0 ? [`${stale} responses are of an application older than one that had answered before`] : []),
    ...(at(0.5) > 500 ? [`the median is ${at(0.5)} ms`] : []),
  ];
};
