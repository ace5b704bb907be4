import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { didYouMean, seconds } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** Where the application serves the files of a disk. */
export interface ServedDisk {
  /** The path below which the files are served, such as `/files`; null or left out for none. */
  url?: string | null;
  /** `public`: anybody who knows the path reads a file. `private`, when left out: only with the signature of `temporaryUrl()`. */
  visibility?: 'public' | 'private';
}

/** Files in a folder. */
export interface LocalDiskConfig extends ServedDisk {
  /** Keeps files in a folder. */
  driver: 'local';
  /** The folder; relative ones lie in the application. */
  root: string;
}

/** Files in the memory of the process, for tests. */
export interface MemoryDiskConfig extends ServedDisk {
  /** Keeps files in memory. */
  driver: 'memory';
}

/** Files in a bucket of S3, or of a server that speaks its protocol. */
export interface S3DiskConfig {
  /** Keeps files in a bucket. */
  driver: 's3';
  /** The bucket. */
  bucket: string;
  /** The region; `us-east-1` when left out. */
  region?: string;
  /** The address of a server that is not of AWS, such as `http://127.0.0.1:9000`; null or left out for AWS. */
  endpoint?: string | null;
  /** Id of the access key; null or left out for what the SDK finds in the environment or on the machine. */
  key?: string | null;
  /** The secret of the key. */
  secret?: string | null;
  /** A folder in the bucket in which all files of this disk are; none when left out. */
  prefix?: string;
  /** The address of public files, such as that of a CDN; null or left out for none. */
  url?: string | null;
  /** How often a request is sent at most, when the server fails; 3 when left out. */
  attempts?: number;
  /** How long a server may be silent, while it is connected to and while it answers, before the request fails; `'30s'` when left out. */
  timeout?: Duration;
}

/** A disk; `driver` says which settings it has. */
export type DiskConfig = LocalDiskConfig | MemoryDiskConfig | S3DiskConfig;

/** The `storage` configuration. */
export interface StorageConfig {
  /** Name of the disk that `facades.Storage()` uses; from `STORAGE_DISK`. `local` by default, `memory` in tests. */
  default: string;
  /** Disks by name; `local` (the folder `storage/files`) and `memory` by default. */
  disks: Record<string, DiskConfig>;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/storage.ts: where files are kept. */
    storage: StorageConfig;
  }
}

/** Defaults of config/storage.ts. */
export const storageDefaults = (env: Env): StorageConfig => ({
  default: env('STORAGE_DISK', env('APP_ENV', 'production') === 'testing' ? 'memory' : 'local'),
  disks: openRecord({
    local: openRecord({ driver: 'local', root: 'storage/files' }),
    memory: openRecord({ driver: 'memory' }),
  }),
});

const keysOf: Readonly<Record<string, readonly string[]>> = {
  local: ['driver', 'root', 'url', 'visibility'],
  memory: ['driver', 'url', 'visibility'],
  s3: ['driver', 'bucket', 'region', 'endpoint', 'key', 'secret', 'prefix', 'url', 'attempts', 'timeout'],
};

/**
 * Checks the values of the settings.
 * @throws E_STORAGE_SETTING
 */
export const checkConfig = (config: StorageConfig): void => {
  const refuse = (key: string, value: unknown, expected: string, hint = ''): never => {
    throw errors.E_STORAGE_SETTING({ setting: `storage.${key}`, value: inspect(value), expected, hint });
  };
  const names = Object.keys(config.disks);
  if (!names.includes(config.default))
    refuse('default', config.default, `the name of a disk: ${names.join(', ')}`, didYouMean(config.default, names));
  for (const [name, disk] of Object.entries(config.disks)) {
    const drivers = Object.keys(keysOf);
    const keys = keysOf[disk.driver];
    const at = `disks.${name}`;
    if (keys === undefined)
      return refuse(`${at}.driver`, disk.driver, `one of ${drivers.join(', ')}`, didYouMean(disk.driver, drivers));
    for (const key of Object.keys(disk))
      if (!keys.includes(key))
        refuse(`${at}.${key}`, 'set', `left out: the settings here are ${keys.join(', ')}`, didYouMean(key, keys));
    if (disk.driver === 'local' && (typeof disk.root !== 'string' || disk.root === ''))
      refuse(`${at}.root`, disk.root, 'a folder');
    if (disk.driver === 's3') {
      if (typeof disk.bucket !== 'string' || disk.bucket === '')
        refuse(`${at}.bucket`, disk.bucket, 'the name of a bucket');
      if (disk.timeout !== undefined) seconds(disk.timeout, `storage.${at}.timeout`);
      continue;
    }
    const { url = null, visibility = 'private' } = disk;
    if (url !== null && !/^(?:\/[\w.~-]+)+$/.test(url)) refuse(`${at}.url`, url, 'a path such as "/files"');
    if (!['public', 'private'].includes(visibility)) refuse(`${at}.visibility`, visibility, '"public" or "private"');
  }
};
