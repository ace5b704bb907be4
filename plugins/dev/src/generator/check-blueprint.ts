import { errors } from '../errors.ts';
import type { Blueprint } from './blueprint.ts';
import { SourceFile } from './source-file.ts';

const namesOf = (text: string): ReadonlySet<string> => {
  try {
    return SourceFile.parse(text).names();
  } catch {
    return new Set();
  }
};

const parses = (text: string): boolean => {
  try {
    SourceFile.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isCode = (path: string): boolean => path.endsWith('.ts');

/**
 * Why a blueprint cannot be used, or null. `other` is the blueprint of an unused name: all further names in its files, such as `Context` or
 * `Promise`, must not be the name of the new class.
 */
const fault = ({ files, declares, claims }: Blueprint, other: Blueprint): string | null => {
  const used = other.files.filter(({ path }) => isCode(path)).map(({ text }) => namesOf(text));
  const taken = declares.find((name) => used.some((names) => names.has(name)));
  if (taken !== undefined) return `the generated code already uses "${taken}" for something else`;
  if ([...declares, claims ?? ''].some((name) => name in Object.prototype))
    return 'every object has a member of this name';
  if (new Set(files.map(({ path }) => path)).size < files.length) return 'another of its files is called so';
  return files.every(({ path, text }) => !isCode(path) || parses(text)) ? null : 'it is a word of the language';
};

/** Throws `E_GENERATE_NAME` for a name whose files would not compile. */
export const checkBlueprint = (typed: string, kind: string, blueprint: Blueprint, other: Blueprint): void => {
  const reason = fault(blueprint, other);
  if (reason !== null) throw errors.E_GENERATE_NAME({ name: typed, kind, reason });
};
