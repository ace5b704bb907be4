import { isBuiltin } from 'node:module';
import { errors } from './errors.ts';

const reserved = new Set(['node_modules', 'favicon.ico']);

/** Why npm refuses this package name; null if it accepts the name (see `name` of package.json in npm's documentation). */
const fault = (name: string): string | null => {
  if (name === '') return 'it is empty';
  if (name.length > 214) return 'it has more than 214 characters';
  const plain = name.replace(/^@[^/]*\//, '');
  if (/^[._]/.test(plain) || /^@[._]/.test(name)) return 'it begins with a dot or an underscore';
  if (name !== name.toLowerCase()) return 'it has capital letters';
  if (!/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    return 'it must consist of a-z, 0-9, ".", "_" and "-"';
  if (reserved.has(plain) || isBuiltin(plain)) return 'Node uses this name for something else';
  return null;
};

const suggest = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  if (plain === '') return '';
  return fault(plain) === null ? plain : `${plain}-app`;
};

/**
 * Returns the name, or throws if npm would refuse it.
 * @throws E_NAME_INVALID with a suggestion.
 */
export const packageName = (name: string): string => {
  const reason = fault(name);
  if (reason !== null) throw errors.E_NAME_INVALID(name.slice(0, 80), reason, suggest(name));
  return name;
};
