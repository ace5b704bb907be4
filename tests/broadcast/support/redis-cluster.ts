import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { freePort } from '../../support/free-port.ts';
import { RedisServer } from '../../throttle/support/redis-server.ts';
import { eventually } from './members.ts';

/** The first slot of each of three masters, and the end. */
const bounds = [0, 5461, 10_923, 16_384] as const;

/** Three masters of a Redis Cluster, on ports of the test's own. */
export class RedisCluster {
  readonly masters: readonly RedisServer[];
  readonly #files: readonly string[];

  private constructor(masters: readonly RedisServer[], files: readonly string[]) {
    this.masters = masters;
    this.#files = files;
  }

  static async start(): Promise<RedisCluster> {
    const masters: RedisServer[] = [];
    const files: string[] = [];
    const buses: number[] = [];
    for (const _master of bounds.slice(1)) {
      const bus = await freePort();
      const file = join(tmpdir(), `nodes-${process.pid}-${bus}.conf`);
      const options = { enabled: 'yes', port: String(bus), 'config-file': file, 'node-timeout': '500' };
      const given = Object.entries({ ...options, 'require-full-coverage': 'no' });
      masters.push(await RedisServer.start(given.flatMap(([key, value]) => [`--cluster-${key}`, value])));
      files.push(file);
      buses.push(bus);
    }
    const clients = masters.map(({ url }) => new Redis(url));
    for (const [index, client] of clients.entries()) {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', bounds[index] ?? 0, (bounds[index + 1] ?? 1) - 1);
      if (index > 0) await client.call('CLUSTER', 'MEET', '127.0.0.1', masters[0]?.port ?? 0, buses[0] ?? 0);
    }
    const isWhole = async (client: Redis): Promise<boolean> => {
      const info = String(await client.call('CLUSTER', 'INFO'));
      return ['cluster_state:ok', 'cluster_slots_ok:16384', 'cluster_known_nodes:3'].every((part) =>
        info.includes(part),
      );
    };
    for (const client of clients) await eventually(() => isWhole(client));
    for (const client of clients) client.disconnect();
    return new RedisCluster(masters, files);
  }

  client(): Cluster {
    const client = new Cluster(
      this.masters.map(({ port }) => ({ host: '127.0.0.1', port })),
      { slotsRefreshTimeout: 2000 },
    );
    client.on('error', () => undefined);
    return client;
  }

  /** The master that holds a key, as a client says. */
  async masterOf(key: string): Promise<RedisServer> {
    const client = new Redis(this.masters[0]?.url ?? '');
    const slot = Number(await client.call('CLUSTER', 'KEYSLOT', key));
    client.disconnect();
    const master = this.masters[bounds.findLastIndex((first) => first <= slot)];
    if (master === undefined) throw new Error(`No master has the slot ${slot}.`);
    return master;
  }

  async stop(): Promise<void> {
    for (const master of this.masters) await master.kill();
    for (const file of this.#files) rmSync(file, { force: true });
  }
}
