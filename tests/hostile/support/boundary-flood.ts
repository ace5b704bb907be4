import { field, file, multipart, upload } from '../wire/attack.ts';
import { sendAttack, statusesOf } from '../wire/send-attack.ts';
import { ServerProcess } from './server-process.ts';

// Just under the limits of the defaults: 1 MiB of a field, 4 MiB of a body.
const filled = (unit: string): string => unit.repeat(Math.floor(1_040_000 / unit.length));
const names = ['f0', 'f1', 'f2'];

/** Each a body of 3 MiB whose content resembles boundaries. */
const floods = ['\r', '\r\n', '\r\n--Bx', 'x\r'].flatMap((unit) => [
  upload(multipart(names.map((name) => field(name, filled(unit))))),
  upload(multipart(names.map((name) => file(name, 'a', filled(unit))))),
]);

/** What becomes of a process of 256 MiB that so many floods reach at once. */
export const boundaryFlood = async (driver: string, count: number) => {
  const server = await ServerProcess.start(driver, {}, ['--max-old-space-size=256']);
  const received = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      sendAttack(server.port, floods[at % floods.length] ?? '', { patience: 100_000 }),
    ),
  );
  const statuses: Record<number, number> = {};
  for (const status of received.flatMap(statusesOf)) statuses[status] = (statuses[status] ?? 0) + 1;
  const alive = await server.vitals().then(
    ({ spooled }) => ({ alive: true, spooled }),
    () => ({ alive: false, spooled: 0 }),
  );
  if (alive.alive) await server.stop();
  return { statuses, ...alive };
};
