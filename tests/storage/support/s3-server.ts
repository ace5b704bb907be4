import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3DiskConfig } from '@taproot/storage';

const folder = join(import.meta.dirname, '..', '..', '..', 'tools', 'storage');

/** A server of S3 that runs. */
export interface S3Server {
  /** A disk in its bucket, with all its files below `prefix`. */
  disk(prefix: string): S3DiskConfig;
  stop(): Promise<void>;
}

/** Whether s3rver is installed in tools/storage. */
export const hasS3Server = (): boolean => existsSync(join(folder, 'node_modules'));

/** Installs s3rver in tools/storage. */
export const installS3Server = (): void => {
  spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
};

/** Starts s3rver with one bucket; its objects lie in `directory`. */
export const startS3Server = async (directory: string): Promise<S3Server> => {
  const child = spawn(process.execPath, ['--openssl-legacy-provider', join(folder, 'server.mjs'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(([line]) => Number(line)),
    ended.then(([status]) => Promise.reject(new Error(`s3rver ended with ${String(status)}`))),
  ]);
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'files' }));
  client.destroy();
  return {
    disk: (prefix) => ({ driver: 's3', bucket: 'files', prefix, endpoint, key: 'S3RVER', secret: 'S3RVER' }),
    async stop() {
      child.kill();
      await ended;
    },
  };
};
