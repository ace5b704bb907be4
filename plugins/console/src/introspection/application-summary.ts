import type { Application } from '@taproot/core';
import { installedPackage, readManifest } from './package-version.ts';

/** The output of `about`, section by section. */
export interface ApplicationSummary {
  readonly application: {
    readonly name: string;
    readonly environment: string;
    readonly debug: boolean;
    readonly url: string | null;
    readonly locale: string;
    readonly fallback_locale: string;
    /** Whether there is a key; never the key itself. */
    readonly key: boolean;
    readonly folder: string;
  };
  readonly environment: { readonly node: string; readonly platform: string };
  /** Versions of the Taproot packages, by name. */
  readonly packages: Readonly<Record<string, string>>;
  /** The selected drivers and stores, by the key of the configuration: `throttle.store`. */
  readonly drivers: Readonly<Record<string, string>>;
  readonly plugins: readonly string[];
  readonly config: readonly string[];
}

const choices = new Set(['default', 'driver', 'store', 'guard']);

const driversOf = (config: object): Record<string, string> => {
  const files = Object.entries(config).flatMap(([file, values]: [string, unknown]) =>
    Object.entries(values ?? {})
      .filter((entry): entry is [string, string] => choices.has(entry[0]) && typeof entry[1] === 'string')
      .map(([key, value]) => [`${file}.${key}`, value]),
  );
  return Object.fromEntries(files) as Record<string, string>;
};

const packagesOf = (folder: string): Record<string, string> => {
  const own = readManifest(`${folder}/package.json`);
  const names = Object.keys({ ...own?.dependencies, ...own?.devDependencies }).filter((name) =>
    name.startsWith('@taproot/'),
  );
  const versions = names.map((name) => [name, installedPackage(folder, name)?.version ?? 'not installed']);
  return Object.fromEntries(versions) as Record<string, string>;
};

/** Collects the versions, drivers and environment of an application; no secrets. */
export const summarizeApplication = (app: Application): ApplicationSummary => {
  const { name, env, debug, url, locale, fallback_locale, key } = app.config.app;
  return {
    application: {
      name,
      environment: env,
      debug,
      url,
      locale,
      fallback_locale,
      key: key !== null,
      folder: app.basePath,
    },
    environment: { node: process.versions.node, platform: `${process.platform} ${process.arch}` },
    packages: packagesOf(app.basePath),
    drivers: driversOf(app.config),
    plugins: app.plugins.map((plugin) => plugin.name).filter((plugin) => plugin !== 'app'),
    config: Object.keys(app.config),
  };
};
