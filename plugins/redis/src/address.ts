import type { RedisConnectionConfig } from './config.ts';
import { errors } from './errors.ts';

type Parts = Pick<RedisConnectionConfig, 'host' | 'port' | 'user' | 'password' | 'database'>;

/**
 * The address of a connection for ioredis: `url`, in which the other settings replace its parts.
 *
 * @throws E_REDIS_URL for an invalid address. The message never shows the address, because it may contain a password.
 */
export const addressOf = (setting: string, url: string, parts: Parts): string => {
  // The path of a unix socket.
  if (url.startsWith('/')) return url;
  const address = parse(setting, url);
  const { host, port, user, password, database } = parts;
  if (host !== undefined) address.hostname = host.includes(':') ? `[${host}]` : host;
  if (port !== undefined) address.port = String(port);
  if (user !== undefined) address.username = encodeURIComponent(user);
  if (password !== undefined) address.password = encodeURIComponent(password);
  if (database !== undefined) address.pathname = `/${database}`;
  return address.href;
};

const parse = (setting: string, url: string): URL => {
  const refuse = (reason: string): never => {
    throw errors.E_REDIS_URL({ setting, reason });
  };
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && !['redis', 'rediss'].includes(scheme)) return refuse(`it begins with "${scheme}:"`);
  // ioredis reads `host:port` as well.
  const text = scheme === undefined ? `redis://${url}` : url;
  if (!URL.canParse(text)) return refuse('its host or port cannot be read');
  const address = new URL(text);
  if (!/^\/?\d*$/.test(address.pathname)) return refuse('the database behind its host is not a number');
  try {
    decodeURIComponent(address.username + address.password);
  } catch {
    return refuse('a % in its user or password encodes nothing');
  }
  return address;
};
