import { readFile } from 'node:fs/promises';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';

/** A certificate (chain) and its key in PEM format. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const attempt = async <Value>(setting: string, file: string, work: () => Value | Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (cause) {
    throw errors.E_TLS_FILE({ setting, file, reason: (cause as Error).message }, { cause });
  }
};

const read = (setting: string, file: string): Promise<Buffer> => {
  if (file === '') throw errors.E_TLS_FILE({ setting, file, reason: 'no file is given, but the other of the two is' });
  return attempt(setting, file, () => readFile(file));
};

/**
 * Reads the files of `http.tls` and checks that they are valid and belong together; null if none are given. Otherwise
 * throws `E_TLS_FILE`.
 */
export const readTls = async (tls: HttpConfig['tls']): Promise<TlsFiles | null> => {
  if (tls.cert === '' && tls.key === '') return null;
  const cert = await read('http.tls.cert', tls.cert);
  const key = await read('http.tls.key', tls.key);
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  const certificate = await attempt('http.tls.cert', tls.cert, () => new X509Certificate(cert));
  const privateKey = await attempt('http.tls.key', tls.key, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw errors.E_TLS_FILE({ setting: 'http.tls.key', file: tls.key, reason: 'it is not the key of http.tls.cert' });
  return { cert, key };
};
