import { createRequire } from 'node:module';
import { lazy, type TraceEvent, traceChannel, tracedWork } from '@taproot/core/plugin';
import type * as Ioredis from 'ioredis';

/** One command, as ioredis publishes it. The values among the arguments are `?`. */
interface CommandEvent extends TraceEvent {
  readonly command: string;
  readonly args: readonly string[];
  readonly database: number;
  readonly serverAddress: string;
  /** Undefined for a unix socket. */
  readonly serverPort: number | undefined;
}

const require = createRequire(import.meta.url);

/** Loaded when a tool hears of the first command: ioredis is loaded by then. */
const ioredis = lazy(() => require('ioredis') as typeof Ioredis);

/** How many keys a command has. A command that ioredis does not know counts as one without keys. */
const keysOf = ({ command, args }: CommandEvent): number =>
  new (ioredis().Command)(command.toLowerCase(), [...args]).getKeys().length;

/**
 * The commands of every client of ioredis for devtools and OpenTelemetry, also of clients that the application makes. They show the name of
 * a command and the number of its keys, and neither keys nor values. Versions of ioredis without tracing channels show nothing.
 */
export const tracedCommands = tracedWork({
  kind: 'redis',
  channel: traceChannel<CommandEvent>('ioredis:command'),
  async: true,
  span: 'client',
  name: ({ command }) => command.toUpperCase(),
  facts: (event) => ({ keys: keysOf(event) }),
  attributes: ({ command, database, serverAddress, serverPort }) => ({
    'db.system.name': 'redis',
    'db.operation.name': command.toUpperCase(),
    'db.namespace': String(database),
    'server.address': serverAddress,
    ...(serverPort === undefined ? {} : { 'server.port': serverPort }),
  }),
});
