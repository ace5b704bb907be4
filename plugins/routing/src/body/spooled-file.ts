import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link, mkdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode, type Provided, type UploadedFile } from '@taproot/core';
import { errors } from '../errors.ts';
import type { SniffedType } from './sniff-container.ts';
import { readHead, sniffLength, sniffType } from './sniff-type.ts';
import { fileReason, processUser } from './spool.ts';

// Control characters, line and paragraph separators, and characters that change the direction of writing (U+202E could make exe.jpg of
// gpj.exe).
const unseen = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** The client's file name, for display: base name only, without invisible characters; may be empty. */
export const clientName = (sent: string): string => {
  const base = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const name = base.replaceAll(unseen, '').trim();
  return name === '.' || name === '..' ? '' : name;
};

// Whether a file must be copied, because the target is on another file system (EXDEV), or on one without hard links.
const needsCopy = (error: unknown): boolean =>
  hasCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK');

/**
 * Moves a file; copies it to another file system. Without `overwrite`, an existing target fails with `EEXIST` in one step: `link()` refuses
 * it, while `rename()` would replace it.
 */
const moveFile = async (source: string, target: string, overwrite: boolean): Promise<void> => {
  try {
    if (overwrite) return await rename(source, target);
    await link(source, target);
  } catch (error) {
    if (!needsCopy(error)) throw error;
    await copyFile(source, target, overwrite ? 0 : constants.COPYFILE_EXCL);
  }
  await unlink(source);
};

/** The facts of a spooled file. `name` and `type` are as the client sent them. */
export interface SpooledFileInit {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly size: number;
}

/** `disk` is declared by the plugin that has disks. */
interface StoreOptions {
  readonly disk?: string;
  readonly overwrite?: boolean;
}

// A leading dot hides a file or configures a server (.htaccess); a colon names a second stream on Windows.
const plainName = /^(?!\.)[^/\\:\p{Cc}]{1,255}$/u;

const isDirectory = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** An uploaded file. Only the user of the process may read the files (mode 0600), also after `store()`. */
export class SpooledFile implements UploadedFile {
  readonly field: string;
  readonly size: number;
  readonly #name: string;
  readonly #type: string;
  #path: string;
  #stored = false;
  #sniffed: Promise<SniffedType> | null = null;
  #hash: string | null = null;
  #disks: Provided['uploads'] | null = null;

  constructor({ field, name, type, path, size }: SpooledFileInit) {
    this.field = field;
    this.size = size;
    this.#name = clientName(name);
    this.#type = type;
    this.#path = path;
  }

  /** The current path of the file: in the spool until the request ends, or where it was first stored. */
  get path(): string {
    return this.#path;
  }

  clientName(): string {
    return this.#name;
  }

  clientExtension(): string {
    return extname(this.#name).slice(1).toLowerCase();
  }

  clientMimeType(): string {
    return this.#type;
  }

  async mimeType(): Promise<string> {
    return (await this.#sniff()).mime;
  }

  async extension(): Promise<string> {
    return (await this.#sniff()).extension;
  }

  async hashName(): Promise<string> {
    const extension = await this.extension();
    this.#hash ??= randomBytes(16).toString('hex');
    return extension === '' ? this.#hash : `${this.#hash}.${extension}`;
  }

  async store(directory: string, options: StoreOptions = {}): Promise<string> {
    return this.storeAs(directory, await this.hashName(), options);
  }

  /** From now on, `store()` knows the disks of the application. */
  useDisks(disks: Provided['uploads'] | null): void {
    this.#disks = disks;
  }

  /**
   * Moves the file into `directory` (created when missing) as `name`. A relative directory starts at the working directory. A
   * file that was stored before is copied. With `disk`, copies it to that disk.
   * @throws E_UPLOAD_NAME unless `name` is a plain file name; E_UPLOAD_EXISTS for an existing file, unless `overwrite` is set;
   * E_UPLOAD_STORE when the file system refuses; E_UPLOAD_DISK when the application has no disks, and otherwise errors of the disk.
   */
  async storeAs(directory: string, name: string, { disk, overwrite = false }: StoreOptions = {}): Promise<string> {
    if (!plainName.test(name)) throw errors.E_UPLOAD_NAME({ name: JSON.stringify(name.slice(0, 100)) });
    if (disk !== undefined) {
      if (this.#disks === null) throw errors.E_UPLOAD_DISK({ disk });
      return this.#disks(this, { disk, directory, name });
    }
    const folder = resolve(directory);
    const target = join(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      if (this.#stored) await copyFile(this.#path, target, overwrite ? 0 : constants.COPYFILE_EXCL);
      else await moveFile(this.#path, target, overwrite);
    } catch (cause) {
      // mkdir() also fails with EEXIST if there is a file at the path.
      if (hasCode(cause, 'EEXIST') && (await isDirectory(folder)))
        throw errors.E_UPLOAD_EXISTS({ name: JSON.stringify(name) }, { cause });
      throw errors.E_UPLOAD_STORE({ path: target, user: processUser(), reason: fileReason(cause) }, { cause });
    }
    if (!this.#stored) this.#path = target;
    this.#stored = true;
    return target;
  }

  stream(): Readable {
    return createReadStream(this.#path);
  }

  bytes(): Promise<Buffer> {
    return readFile(this.#path);
  }

  #sniff(): Promise<SniffedType> {
    this.#sniffed ??= readHead(this.#path, sniffLength).then(sniffType);
    return this.#sniffed;
  }
}
