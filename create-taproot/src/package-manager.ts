import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type PackageManager, packageManagers } from './choices.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const isOnPath = (command: string, { PATH = '', PATHEXT = '' }: Variables): boolean =>
  PATH.split(delimiter).some((folder) =>
    ['', ...PATHEXT.split(';')].some((extension) => {
      try {
        accessSync(join(folder, command + extension), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );

/** The package managers on this machine; the list always has npm. */
export const packageManagersHere = (env: Variables): PackageManager[] =>
  packageManagers.filter((name) => name === 'npm' || isOnPath(name, env));

/** The package manager that runs create-taproot (`npm create`, `pnpm create`): each puts its name into `npm_config_user_agent`. */
export const runningPackageManager = ({ npm_config_user_agent: agent = '' }: Variables): PackageManager =>
  packageManagers.find((name) => agent.startsWith(`${name}/`)) ?? 'npm';
