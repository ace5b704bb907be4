import { Agent, request } from 'node:http';

/** What became of requests that were sent at constant times, whether earlier ones were answered or not. */
export interface Outcome {
  readonly sent: number;
  /** 200 in time. */
  readonly served: number;
  /** 503. */
  readonly refused: number;
  /** Given up by the client, or broken. */
  readonly lost: number;
  /** Milliseconds of the served requests, sorted. */
  readonly times: readonly number[];
  /** Milliseconds of the refused requests, sorted. */
  readonly refusals: readonly number[];
}

export interface OpenLoop {
  readonly port: number;
  readonly path: string;
  /** Requests each second. */
  readonly rate: number;
  readonly seconds: number;
  /** Milliseconds after which a client gives up. */
  readonly patience: number;
  /** Whether connections are kept, as a balancer keeps them; else each request has its own. */
  readonly keeps: boolean;
}

type Result = 'served' | 'refused' | 'lost';

const ask = (agent: Agent, { port, path, patience }: OpenLoop): Promise<readonly [Result, number]> =>
  new Promise((resolve) => {
    const began = performance.now();
    const end = (result: Result): void => {
      clearTimeout(timer);
      resolve([result, performance.now() - began]);
    };
    const req = request({ port, path, agent, host: '127.0.0.1' }, (res) => {
      res.resume();
      res.once('end', () => end(res.statusCode === 200 ? 'served' : res.statusCode === 503 ? 'refused' : 'lost'));
      res.once('error', () => end('lost'));
    });
    const timer = setTimeout(() => req.destroy(), patience);
    req.once('error', () => end('lost'));
    req.end();
  });

/** Sends requests at constant times. */
export const openLoop = async (loop: OpenLoop): Promise<Outcome> => {
  const agent = new Agent({ keepAlive: loop.keeps, maxSockets: Number.POSITIVE_INFINITY });
  const asked: Promise<readonly [Result, number]>[] = [];
  const began = performance.now();
  const total = Math.round(loop.rate * loop.seconds);
  await new Promise<void>((resolve) => {
    const send = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * loop.rate));
      while (asked.length < due) asked.push(ask(agent, loop));
      if (asked.length < total) setTimeout(send, 2);
      else resolve();
    };
    send();
  });
  const results = await Promise.all(asked);
  agent.destroy();
  const timesOf = (wanted: Result): readonly number[] =>
    results.flatMap(([result, time]) => (result === wanted ? [time] : [])).sort((a, b) => a - b);
  const [times, refusals] = [timesOf('served'), timesOf('refused')];
  return {
    sent: total,
    served: times.length,
    refused: refusals.length,
    lost: total - times.length - refusals.length,
    times,
    refusals,
  };
};

/** The value below which a share of sorted values lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
