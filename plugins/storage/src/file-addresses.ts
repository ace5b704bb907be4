import type { Application } from '@taproot/core';
import { sealsOf } from '@taproot/core/plugin';
import contentDisposition from 'content-disposition';
import type { DiskConfig } from './config.ts';
import type { SignedUpload, UploadLimits } from './drivers/driver.ts';
import { errors } from './errors.ts';

const purpose = 'storage';
const uploading = 'storage.upload';

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The addresses of the files of one disk. */
export class FileAddresses {
  readonly #app: Application;
  readonly #disk: string;
  readonly #base: string | null;
  readonly #isPublic: boolean;

  constructor(app: Application, disk: string, config: DiskConfig) {
    this.#app = app;
    this.#disk = disk;
    this.#base = config.url ?? null;
    this.#isPublic = config.driver === 's3' || config.visibility === 'public';
  }

  /** The address of a public file. */
  url(path: string): string {
    if (!this.#isPublic) throw this.#none('public addresses', 'it is private; temporaryUrl() makes one that ends');
    return `${this.#served('public addresses')}/${encoded(path)}`;
  }

  /** An address that is valid for some seconds. */
  signed(path: string, seconds: number, download: string | null): string {
    const base = this.#served('temporary addresses');
    const query = new URLSearchParams({ expires: String(Math.floor(Date.now() / 1000) + seconds) });
    if (download !== null) query.set('download', download);
    const signature = sealsOf(this.#app, 'A temporary URL').sign(purpose, this.#text(path, query));
    query.set('signature', signature);
    return `${base}/${encoded(path)}?${query.toString()}`;
  }

  /** Whether a query allows to read a file now. */
  allows(path: string, query: URLSearchParams): boolean {
    const { length } = [...query.keys()];
    const isSigned = query.has('signature') && length === 2 + (query.has('download') ? 1 : 0);
    if (!isSigned) return this.#isPublic && length === 0;
    const { signature = '', ...rest } = Object.fromEntries(query);
    const text = this.#text(path, new URLSearchParams(rest));
    return (
      sealsOf(this.#app, 'A temporary URL').verify(purpose, text, signature) &&
      Date.now() < Number(query.get('expires')) * 1000
    );
  }

  /** A form that uploads a file through the application. Its limits are in its address, so that they are checked before the body is read. */
  upload(path: string, { maxBytes, type, seconds }: UploadLimits): SignedUpload {
    const base = this.#served('signed uploads');
    const expires = Math.floor(Date.now() / 1000) + seconds;
    const query = new URLSearchParams({ expires: String(expires), max: String(maxBytes), type });
    const signature = sealsOf(this.#app, 'A signed upload').sign(uploading, this.#text(path, query));
    query.set('signature', signature);
    return { url: `${base}/${encoded(path)}?${query.toString()}`, fields: { 'Content-Type': type } };
  }

  /** The limits of an upload to this address now; null when it allows none. */
  uploadLimits(path: string, query: URLSearchParams): Pick<UploadLimits, 'maxBytes' | 'type'> | null {
    const { signature, ...rest } = Object.fromEntries(query);
    const { expires, max, type } = rest;
    if (signature === undefined || type === undefined || [...query.keys()].length !== 4) return null;
    const signed = sealsOf(this.#app, 'A signed upload').verify(
      uploading,
      this.#text(path, new URLSearchParams(rest)),
      signature,
    );
    return signed && Date.now() < Number(expires) * 1000 ? { maxBytes: Number(max), type } : null;
  }

  /** `Content-Disposition` of a download (RFC 6266). */
  attachment(name: string): string {
    return contentDisposition(name);
  }

  #text(path: string, query: URLSearchParams): string {
    query.sort();
    return JSON.stringify([this.#disk, path, query.toString()]);
  }

  #served(kind: string): string {
    if (this.#base === null) throw this.#none(kind, 'its setting "url" is not set');
    return this.#base;
  }

  #none(kind: string, reason: string): Error {
    return errors.E_STORAGE_URL({ disk: this.#disk, kind, reason });
  }
}
