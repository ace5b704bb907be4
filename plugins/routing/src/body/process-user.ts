import { userInfo } from 'node:os';

/** The name of the user this process runs as; its number where the system knows no name, as in many containers. */
export const processUser = (): string => {
  try {
    return JSON.stringify(userInfo().username);
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
};
