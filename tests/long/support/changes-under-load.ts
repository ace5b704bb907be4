import { freePort } from '../../support/free-port.ts';
import { DevApplication, type Kind } from './dev-application.ts';
import { WireClient, wireRequest } from './wire-client.ts';

/** What clients saw of an application that was changed under them. */
export interface Changes {
  readonly requests: number;
  /** Requests that got no response, or another one than the number of a change. */
  readonly failed: readonly string[];
  /** Milliseconds from each save to the first response of what was saved, in rising order. */
  readonly times: readonly number[];
  /** Responses with an older number than a request got that had ended before they were asked for. */
  readonly stale: number;
}

const message = wireRequest('GET', '/change');
const kinds: readonly Kind[] = ['in place', 'by rename', 'many files', '.env'];

/** Changes files so many times, while so many requests a second ask for the number of the last change. No request is repeated. */
export const changesUnderLoad = async (changes: number, requestsPerSecond: number): Promise<Changes> => {
  const port = await freePort();
  const app = new DevApplication(port);
  await app.open();
  const failed: string[] = [];
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let [requests, newest, stale] = [0, 0, 0];
  let seen: (number: number) => void = () => undefined;

  const ask = async (): Promise<void> => {
    const client = new WireClient(port);
    const before = newest;
    requests++;
    try {
      const { status, body } = await client.ask(message);
      if (status !== 200 || !/^\d+$/.test(body)) failed.push(`${status} ${body.slice(0, 200)}`);
      if (Number(body) < before) stale++;
      newest = Math.max(newest, Number(body));
      seen(Number(body));
    } catch (error) {
      failed.push(String(error));
    }
    client.close();
  };
  const began = performance.now();
  const timer = setInterval(() => {
    // A timer that comes late makes up for it.
    while (requests < ((performance.now() - began) / 1000) * requestsPerSecond) {
      const asked = ask().finally(() => open.delete(asked));
      open.add(asked);
    }
  }, 2);
  for (let number = 1; number <= changes; number++) {
    if (number % 20 === 0) {
      app.change(number, 'broken');
      await app.says('still serves');
    }
    const saved = performance.now();
    const served = new Promise<void>((resolve) => {
      seen = (found) => {
        if (found === number) resolve();
      };
    });
    app.change(number, kinds[number % kinds.length] ?? 'in place');
    await served;
    times.push(performance.now() - saved);
    // So that one save does not meet the process that the one before it made ready.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  clearInterval(timer);
  await Promise.all(open);
  const code = await app.close();
  if (code !== 0) failed.push(`the server ended with ${code}: ${app.output}`);
  return { requests, failed, times: times.toSorted((a, b) => a - b), stale };
};
