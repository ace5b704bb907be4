import type { EngineName } from './engines.ts';
import type { ExtraName } from './extras.ts';
import type { PartName } from './parts.ts';

/** The contents of a new application: `demo` is an example to read, `api` is empty, `web` has pages in which people register and log in. */
export const starters = ['demo', 'api', 'web'] as const;
export type Starter = (typeof starters)[number];

export const drivers = ['koa', 'fastify'] as const;
export type Driver = (typeof drivers)[number];

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Everything that is decided before the first file is written. */
export interface Choices {
  /** Absolute. */
  readonly directory: string;
  readonly name: string;
  readonly starter: Starter;
  readonly driver: Driver;
  readonly packageManager: PackageManager;
  readonly parts: readonly PartName[];
  /** The database engine; it has no effect without the part `database`. */
  readonly database: EngineName;
  /** Packages beyond those that every application has. */
  readonly extras: readonly ExtraName[];
  /** Send traces and metrics by OpenTelemetry. */
  readonly otel: boolean;
  readonly git: boolean;
  readonly install: boolean;
  /** Write into a folder that is not empty. */
  readonly force: boolean;
  /** Folder of packed packages to depend on instead of published ones; null = none. Absolute. */
  readonly packages: string | null;
}
