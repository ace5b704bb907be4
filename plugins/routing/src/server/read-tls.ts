import { readFile } from 'node:fs/promises';
import type { HttpSettings } from '../config.ts';
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

/** The missing one of two files. */
const missing = (setting: string): Error =>
  errors.E_TLS_FILE({ setting, file: 'null', reason: 'no file is given, but the other of the two is' });

/**
 * Reads the files of `http.tls` and checks that they are valid and belong together; null if none are given. Otherwise
 * throws `E_TLS_FILE`.
 */
export const readTls = async (tls: HttpSettings['tls']): Promise<TlsFiles | null> => {
  const { cert: certFile, key: keyFile } = tls;
  if (certFile === null && keyFile === null) return null;
  if (certFile === null) throw missing('http.tls.cert');
  if (keyFile === null) throw missing('http.tls.key');
  const cert = await attempt('http.tls.cert', certFile, () => readFile(certFile));
  const key = await attempt('http.tls.key', keyFile, () => readFile(keyFile));
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  const certificate = await attempt('http.tls.cert', certFile, () => new X509Certificate(cert));
  const privateKey = await attempt('http.tls.key', keyFile, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw errors.E_TLS_FILE({ setting: 'http.tls.key', file: keyFile, reason: 'it is not the key of http.tls.cert' });
  return { cert, key };
};
