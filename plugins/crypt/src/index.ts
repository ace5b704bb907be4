export type { Crypt, CryptOptions, EncryptOptions } from './crypt.ts';
export { crypt } from './plugin.ts';
