import { Unanswered, WireClient, wireRequest } from './wire-client.ts';
import { WorkerServer } from './worker-server.ts';

/** What clients saw of a server whose workers were replaced under them. */
export interface RollingRestart {
  readonly requests: number;
  readonly failed: readonly string[];
  /** Requests that met a connection just being closed, and were sent again, as every client does with a GET. */
  readonly repeated: number;
  /** Processes that answered. */
  readonly processes: number;
}

const message = wireRequest('GET', '/');

/** Keeps clients of a server busy while its workers are replaced so many times, and at least for so many requests. */
export const restartUnderLoad = async (
  server: WorkerServer,
  port: number,
  restarts: number,
  requests: number,
  clients: number,
): Promise<RollingRestart> => {
  const pids = new Set<string>();
  const failed: string[] = [];
  const counts = { asked: 0, repeated: 0, restarting: true };

  const ask = async (client: WireClient): Promise<void> => {
    const { reused } = client;
    try {
      const { status, body } = await client.ask(message);
      const pid = /^\{"pid":(\d+)\}$/.exec(body)?.[1];
      if (status !== 200 || pid === undefined) failed.push(`${status} ${body}`);
      else pids.add(pid);
    } catch (error) {
      if (!(error instanceof Unanswered) || !reused) failed.push(String(error));
      else {
        counts.repeated++;
        await ask(client);
      }
    }
  };
  const visit = async (): Promise<void> => {
    const client = new WireClient(port);
    while (counts.restarting || counts.asked < requests) {
      counts.asked++;
      await ask(client);
    }
    client.close();
  };
  const visits = Promise.all(Array.from({ length: clients }, visit));
  for (let restart = 0; restart < restarts; restart++) await server.reload();
  counts.restarting = false;
  await visits;
  // Connections stay with their process: those above may all be of the first new one.
  const visitOnce = async (): Promise<void> => {
    const client = new WireClient(port);
    await ask(client);
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, visitOnce));
  return { requests: counts.asked, failed, repeated: counts.repeated, processes: pids.size };
};

/** The same with a server of its own, which has to end well. */
export const rollingRestart = async (restarts: number, requests: number, clients = 16): Promise<RollingRestart> => {
  const server = new WorkerServer();
  const seen = await restartUnderLoad(server, await server.open(), restarts, requests, clients);
  const code = await server.end();
  if (code === 0) return seen;
  return { ...seen, failed: [...seen.failed, `the server ended with ${code}: ${server.errors}`] };
};
