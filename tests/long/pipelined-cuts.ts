import { leavesAtEveryByte, PipelinedServer } from '../hostile/support/pipelined.ts';

/** A sequence of requests, cut after each of its bytes by a client that leaves or ends; each driver, with and without its pipeline. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const driver of ['koa', 'fastify'])
    for (const native of [false, true]) {
      const server = await PipelinedServer.start(driver, { native });
      const found = await leavesAtEveryByte(server);
      const label = `${driver}${native ? ' with its pipeline' : ''}`;
      console.log(`${label}: ${found.length} faults`);
      faults.push(...found.map((fault) => `${label}: ${fault}`));
      await server.stop();
    }
  return faults;
};
