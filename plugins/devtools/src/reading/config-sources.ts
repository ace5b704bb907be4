import { existsSync } from 'node:fs';
import type { Application } from '@taproot/core';
import { configOriginOf, settingPlace, type VariableOrigin } from '@taproot/core/internal';
import { isSecretName, maskSecrets } from '@taproot/masking';
import { isBranch, isSame, keysOf, settingsOf, variablesOf } from './variables-of.ts';

/** An environment variable on which a setting depends. */
export interface SettingVariable {
  readonly name: string;
  /** Where it is set; null when it is not set, so that the fallback applies. */
  readonly origin: VariableOrigin | null;
}

/** One current setting. */
export interface Setting {
  /** Its path in the file: `upload.max_body`. */
  readonly key: string;
  /** The current value, masked. */
  readonly shown: unknown;
  /** The default value, masked; undefined when there is none. */
  readonly standard: unknown;
  /** The plugin's call that was given it, such as `cors()`; null when it comes from elsewhere. */
  readonly argumentOf: string | null;
  /** Whether the application sets it, even to the default. */
  readonly isOwn: boolean;
  /** Whether the application's value differs from the default. */
  readonly differs: boolean;
  /** The plugin that declares it; empty for an entry that only the application has, such as a connection. */
  readonly plugin: string;
  readonly variables: readonly SettingVariable[];
}

/** One file of the configuration. */
export interface SettingsFile {
  readonly name: string;
  /** The application's file with these settings, `config/http.ts`; empty if it sets none, or sets them elsewhere. */
  readonly path: string;
  readonly settings: readonly Setting[];
}

/** The declarations of plugins for one file. Each key belongs to one plugin. */
interface Declared {
  readonly values: Record<string, unknown>;
  readonly owners: Map<string, string>;
  readonly variables: Map<string, string[]>;
}

const declaredOf = (app: Application): Map<string, Declared> => {
  const files = new Map<string, Declared>();
  for (const { name: plugin, config = {} } of app.plugins) {
    for (const [file, made] of Object.entries<unknown>(config)) {
      const declared = files.get(file) ?? { values: {}, owners: new Map(), variables: new Map() };
      files.set(file, declared);
      const values: unknown = typeof made === 'function' ? made(app.env) : made;
      Object.assign(declared.values, values);
      for (const key of Object.keys(Object(values) as object)) declared.owners.set(key, plugin);
      for (const [path, names] of variablesOf(made, app.env)) declared.variables.set(path, names);
    }
  }
  return files;
};

const under = (parent: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isBranch(value) ? value[key] : undefined), parent);

/** The masked value of a setting. If the name of a variable looks like a secret, the value is masked, too. */
const maskedBy = (names: readonly string[], value: unknown): unknown =>
  maskSecrets(value, typeof value === 'string' && names.some(isSecretName));

/** All current settings with their sources. Secrets are masked. Reads the files at each call, so call it for pages only. */
export const configSources = (app: Application): SettingsFile[] => {
  const origin = configOriginOf(app);
  const declared = declaredOf(app);
  const files = Object.entries<unknown>({ ...app.config }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return files.map(([name, values]) => {
    const given: unknown = origin === null ? undefined : Reflect.get(origin.authored, name);
    const own: unknown = typeof given === 'function' ? given(app.env) : given;
    const ownVariables = variablesOf(given, app.env);
    const defaults = declared.get(name);
    const masked: unknown = maskSecrets({ [name]: values });
    const maskedDefaults: unknown = maskSecrets({ [name]: defaults?.values });
    const settings = [...settingsOf(values)].map(([at, value]): Setting => {
      const path = keysOf(at);
      const standard = under(defaults?.values, path);
      const differs = !isSame(value, standard);
      const place = settingPlace(app, [name, ...path]);
      const isOwn = under(own, path) !== undefined || differs;
      const names = (isOwn ? ownVariables : defaults?.variables)?.get(at) ?? [];
      return {
        key: path.join('.'),
        shown: maskedBy(names, under(masked, [name, ...path])),
        standard: standard === undefined ? undefined : maskedBy(names, under(maskedDefaults, [name, ...path])),
        argumentOf: place === null || place === 'withConfig()' ? null : place,
        isOwn,
        differs,
        plugin: defaults?.owners.get(path[0] ?? '') ?? '',
        variables: names.map((variable) => ({ name: variable, origin: origin?.variable(variable) ?? null })),
      };
    });
    return { name, path: given === undefined ? '' : fileOf(app, name), settings };
  });
};

const fileOf = (app: Application, name: string): string =>
  ['ts', 'js', 'mts', 'mjs'].map((ending) => `config/${name}.${ending}`).find((path) => existsSync(app.path(path))) ??
  '';
