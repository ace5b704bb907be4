import { placeFile, readText } from './place-file.ts';
import { byHand, register } from './register.ts';
import type { Change, Registered, Registration } from './registration.ts';

// Somebody else writes the same files: a person who saves, or generators that run side by side.
const attempts = 20;

const place = (root: string, { file, before, after }: Change): Promise<boolean> =>
  placeFile(root, file, after, before === null ? 'nothing' : { unchanged: before });

const placeAll = async (root: string, changes: readonly Change[]): Promise<boolean> => {
  for (const change of changes) if (!(await place(root, change))) return false;
  return true;
};

/** Registers generated files. It changes the files as they are at that moment, so changes by other programs stay. */
export const applyRegistration = async (root: string, registration: Registration): Promise<Registered> => {
  for (let attempt = 1; ; attempt++) {
    const registered = await register(registration, (file) => readText(root, file));
    if ('reason' in registered || (await placeAll(root, registered.changes))) return registered;
    if (attempt === attempts)
      return byHand(registration, `${registration.file} was left as it is: others keep changing it`);
  }
};
