import { openServer } from './open-server.ts';

// A process of its own, since its file descriptors are to run out: prints its port, then one line for each report.
const { port, reports } = await openServer((_req, res) => res.end('ok'), { headers_timeout: 0 });
process.stdout.write(`${port}\n`);
process.once('SIGTERM', () => {
  process.stdout.write(`reports=${reports.length}\n`, () => process.exit(0));
});
