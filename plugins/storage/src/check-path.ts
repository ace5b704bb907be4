import { describeValue } from '@taproot/core/plugin';
import { errors } from './errors.ts';

// Names of devices: Windows opens the device, whatever the folder and the extension.
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/** The folder of a local disk in which files are written before they get their name. No path may lead into it. */
export const partsFolder = '.taproot';

/** The fault of a segment of a path; null for none. */
const faultOf = (segment: string): string | null => {
  if (segment === '') return 'it has an empty segment';
  if (segment === '.' || segment === '..') return `it has the segment "${segment}"`;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(segment)) return 'it has a control character';
  if (/[\\:*?"<>|]/.test(segment)) return 'it has a character that Windows does not allow (\\ : * ? " < > |)';
  if (/[. ]$/.test(segment)) return 'a segment ends with a dot or a space';
  if (device.test(segment)) return `"${segment}" is a device of Windows`;
  if (segment.toLowerCase() === partsFolder) return `"${partsFolder}" belongs to Taproot`;
  if (Buffer.byteLength(segment) > 255) return 'a segment has more than 255 bytes';
  return null;
};

/**
 * Checks a path and returns it in the Unicode form NFC. All disks have the same rules, so that files can be moved from one to another.
 * @throws E_STORAGE_PATH
 */
export const checkPath = (given: unknown): string => {
  const refuse = (reason: string): Error =>
    errors.E_STORAGE_PATH({ path: describeValue(typeof given === 'string' ? given.slice(0, 100) : given), reason });
  if (typeof given !== 'string') throw refuse('it is not a string');
  if (given.startsWith('/')) throw refuse('it begins with a slash');
  if (!given.isWellFormed()) throw refuse('it has half a character (a lone surrogate)');
  const path = given.normalize('NFC');
  if (Buffer.byteLength(path) > 1000) throw refuse('it has more than 1000 bytes');
  for (const segment of path.split('/')) {
    const fault = faultOf(segment);
    if (fault !== null) throw refuse(fault);
  }
  return path;
};

/** Like `checkPath()`, for a directory: the empty string is the root of the disk, and a slash at the end is allowed. */
export const checkDirectory = (given: unknown): string => {
  const path = typeof given === 'string' && given.endsWith('/') ? given.slice(0, -1) : given;
  return path === '' ? '' : checkPath(path);
};
