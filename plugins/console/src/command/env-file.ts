import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hasCode } from '@taproot/core';
import { parseDotenv, reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';

// The file contains secrets, so only its owner may read it.
const ownerOnly = 0o600;

const absentIsNull = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const without = (name: string, variables: NodeJS.Dict<string>): string =>
  JSON.stringify({ ...variables, [name]: undefined });

/** A `.env` file. It changes single lines and keeps comments, order and line ends of all others. */
export class EnvFile {
  /** Where the file is. */
  readonly path: string;
  readonly #text: string;

  private constructor(path: string, text: string) {
    this.path = path;
    this.#text = text;
  }

  /** The file at `path`; a missing file counts as empty. Throws `E_ENV_READ` for a folder, or without permission to read. */
  static read(path: string): EnvFile {
    try {
      return new EnvFile(path, absentIsNull(() => readFileSync(path, 'utf8')) ?? '');
    } catch (error) {
      throw errors.E_ENV_READ({ file: path, reason: reasonOf(error) });
    }
  }

  /** The value of a variable; empty when the file does not have it. */
  get(name: string): string {
    return parseDotenv(this.#text)[name] ?? '';
  }

  /** The file with a variable set, in its line or in a new last line. Throws `E_ENV_FILE` if that would change other variables. */
  set(name: string, value: string): EnvFile {
    const eol = this.#text.includes('\r\n') ? '\r\n' : '\n';
    const line = new RegExp(`^([ \\t\\uFEFF]*(?:export[ \\t]+)?${name}[ \\t]*=).*$`, 'gm');
    const end = this.#text === '' || this.#text.endsWith('\n') ? '' : eol;
    const text = line.test(this.#text)
      ? this.#text.replace(line, (_line, start: string) => start + value)
      : `${this.#text}${end}${name}=${value}${eol}`;
    const [before, after] = [parseDotenv(this.#text), parseDotenv(text)];
    if (after[name] !== value || without(name, before) !== without(name, after))
      throw errors.E_ENV_FILE({ file: this.path, name });
    return new EnvFile(this.path, text);
  }

  /** Writes the file in one step: even if the disk is full, readers find either the old or the new file. */
  write(): void {
    const path = absentIsNull(() => realpathSync(this.path)) ?? this.path;
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? ownerOnly;
    const draft = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(draft, this.#text, { flag: 'wx', mode });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw errors.E_ENV_WRITE({ file: path, reason: reasonOf(error) });
    }
  }
}
