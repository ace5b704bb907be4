/** Versions by the names of packages. */
export type Versions = Readonly<Record<string, string>>;

/** Packages that run a script when they are installed. Without permission, pnpm skips the script or, from version 11 on, fails. */
export const builtPackages = ['@parcel/watcher', '@swc/core', 'esbuild', 'msgpackr-extract', 'unrs-resolver'];

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;

/**
 * pnpm-workspace.yaml: pnpm reads settings there that it used to read from package.json. Every JSON string is also a
 * YAML string.
 */
export const pnpmWorkspace = (overrides: Versions): string => {
  const quoted = builtPackages.map((name) => JSON.stringify(name));
  return [
    section('packages', ['- "."']),
    section(
      'overrides',
      Object.entries(overrides).map(([name, version]) => `${JSON.stringify(name)}: ${JSON.stringify(version)}`),
    ),
    section(
      'allowBuilds',
      quoted.map((name) => `${name}: true`),
    ),
    '# The same for pnpm below 10.26.\n',
    section(
      'onlyBuiltDependencies',
      quoted.map((name) => `- ${name}`),
    ),
  ].join('');
};
