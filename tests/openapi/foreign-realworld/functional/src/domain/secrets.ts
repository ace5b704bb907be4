import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { User } from './types.ts';

const key = randomBytes(32);
const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const tokenOf = ({ id }: User): string => `${id}.${sign(String(id))}`;

export const readToken = (token: string): number | null => {
  const [id = '', signature = ''] = token.split('.');
  return same(signature, sign(id)) ? Number(id) : null;
};

const derive = (password: string, salt: string): string => scryptSync(password, salt, 32, { N: 1024 }).toString('hex');

export const secretOf = (password: string): string => {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${derive(password, salt)}`;
};

export const opens = (password: string, secret: string): boolean => {
  const [salt = '', hash = ''] = secret.split(':');
  return same(derive(password, salt), hash);
};
