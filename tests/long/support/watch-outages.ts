import { setTimeout as wait } from 'node:timers/promises';

/** A fault of one server, and its end. */
export interface Fault {
  readonly name: string;
  /** The path that needs this server. */
  readonly path: string;
  readonly begin: () => Promise<void> | void;
  readonly end: () => Promise<void> | void;
}

/** Times of an outage. */
export interface OutageTerms {
  /** Requests a second, probes not counted. */
  readonly rate: number;
  /** Milliseconds of load before the fault, and after all is well again. */
  readonly before: number;
  /** Milliseconds the fault lasts. */
  readonly lasts: number;
  /** Milliseconds that servers may take to be back. */
  readonly patience: number;
}

/** What clients and probes saw of one outage. Times are milliseconds. */
export interface Seen {
  readonly requests: number;
  /** From the fault to the first 503 of /health/ready, and from its end to the first 200; null when there was none. */
  readonly notReady: number | null;
  readonly readyAgain: number | null;
  /** From the end of the fault to the last failure of the path that needs the server. */
  readonly lastFailure: number;
  /** The slowest response. */
  readonly slowest: number;
  /** Status and code of each kind of failure, with their number. */
  readonly failures: Readonly<Record<string, number>>;
  /** Responses other than 200 to requests that do not need the server, and to /health/live. */
  readonly astray: readonly string[];
  /** Requests that got no response. */
  readonly unanswered: number;
  /** Whether the path that needs the server failed at all during the fault. */
  readonly felt: boolean;
}

interface Reply {
  readonly path: string;
  readonly kind: string;
  readonly status: number;
  readonly sent: number;
  readonly took: number;
}

// Longer than any time-out of the application: a request that takes it hangs.
const hangs = 20_000;

const ask = async (url: string, path: string): Promise<Reply> => {
  const sent = performance.now();
  const told = (status: number, kind: string): Reply => ({ path, status, kind, sent, took: performance.now() - sent });
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(hangs) });
    const { code = 'no code' } = (await response.json()) as { readonly code?: string };
    return told(response.status, `${response.status} ${code}`);
  } catch (error) {
    return told(0, String(error));
  }
};

/** Keeps up a load on the paths, and asks the probes, while a fault comes and goes. */
export const watchOutage = async (
  url: string,
  paths: readonly string[],
  fault: Fault,
  { rate, before, lasts, patience }: OutageTerms,
): Promise<Seen> => {
  const replies: Reply[] = [];
  const running: Promise<unknown>[] = [];
  const send = (path: string): void => void running.push(ask(url, path).then((reply) => replies.push(reply)));
  let sent = 0;
  const began = performance.now();
  const load = setInterval(() => {
    const due = ((performance.now() - began) * rate) / 1000;
    // What a process that stood still owes would be a load of its own.
    for (sent = Math.max(sent, Math.floor(due) - 50); sent < due; sent++) send(paths[sent % paths.length] ?? '/');
  }, 10);
  const probes = setInterval(() => {
    send('/health/ready');
    send('/health/live');
  }, 100);

  await wait(before);
  const broken = performance.now();
  await fault.begin();
  await wait(lasts);
  await fault.end();
  const mended = performance.now();
  const isReady = ({ path, status, sent: at }: Reply) => path === '/health/ready' && status === 200 && at > mended;
  while (!replies.some(isReady) && performance.now() - mended < patience) await wait(50);
  await wait(before);
  clearInterval(load);
  clearInterval(probes);
  await Promise.all(running);

  const firstReady = (status: number, after: number): number | null => {
    const found = replies.filter((one) => one.path === '/health/ready' && one.status === status && one.sent >= after);
    return found.length === 0 ? null : Math.round(Math.min(...found.map(({ sent: at, took }) => at + took)) - after);
  };
  const needing = replies.filter(({ path }) => path === fault.path);
  const failed = needing.filter(({ status }) => status !== 200);
  const failures: Record<string, number> = {};
  for (const { kind } of failed) failures[kind] = (failures[kind] ?? 0) + 1;
  const others = replies.filter(({ path }) => path !== fault.path && path !== '/health/ready');
  return {
    requests: replies.length,
    notReady: firstReady(503, broken),
    readyAgain: firstReady(200, mended),
    lastFailure: Math.round(Math.max(0, ...failed.map(({ sent: at }) => at - mended))),
    slowest: Math.round(Math.max(...replies.map(({ took }) => took))),
    failures,
    astray: others.filter(({ status }) => status !== 200).map(({ path, kind }) => `${path}: ${kind}`),
    unanswered: replies.filter(({ status }) => status === 0).length,
    felt: failed.length > 0,
  };
};
