import { createServer } from 'node:http';

/**
 * Tells the parent the port, and at each of its messages the CPU time used so far and the most memory held so far (in KiB);
 * ends with the parent.
 * @param {number} port
 */
export const report = (port) => {
  process.on('message', () => process.send?.({ ...process.cpuUsage(), memory: process.resourceUsage().maxRSS }));
  process.on('disconnect', () => process.exit());
  process.send?.(port);
};

/**
 * Serves on any free port, as Koa's own `listen()` does.
 * @param {import('node:http').RequestListener} listener
 */
export const serve = (listener) => {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') report(address.port);
  });
};
