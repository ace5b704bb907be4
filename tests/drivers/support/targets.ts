import { connect } from 'node:net';
import type { Random } from '../../support/random.ts';

const segments = [
  'old',
  'admin',
  'admin',
  'a',
  'shop',
  '%61dmin',
  'adm%69n',
  'admin%2F',
  'guarded%2fadmin',
  'admin%20',
  'admin%C2%A0',
  'admin%EF%BB%BF',
  'ADMIN',
  '..%2fadmin',
  '..%2Fadmin',
  'a%2f..%2fadmin',
  '%2e%2e',
  '%2E',
  '.',
  '..',
  '',
  '%2F',
  '%c3%a9',
  '%C3%A9',
  '%7E',
  '~',
  '%40x',
  '@x',
  '%3A',
  ':',
  '"',
  '[',
  ']',
  '|',
  '^',
  '`',
  '{',
  '}',
  '%',
  '%zz',
  '%00',
  '%09',
  '%0a',
  '\\',
  '%5c',
  'a%20b.txt',
  "'",
  '%27',
  '%2B',
  '+',
  'https:',
  ';x=1',
  'a;b',
  '%E6%97%A5',
  '100%25',
  '%2561dmin',
];

const queries = ['', '', '', '?', '?a=1&a=%20', '?next=/a/../b', '?q="|[]', '?%', '??', '?a=%61'];

/** A target as some client might send it: well spelled, badly spelled, absolute, or no target at all. */
export const makeTarget = (random: Random, prefix = ''): string => {
  const path = Array.from({ length: 1 + random.below(4) }, () => `/${random.pick(segments)}`).join('');
  const slash = random.chance(0.25) ? '/' : '';
  const absolute = random.chance(0.03) ? 'http://x' : '';
  return absolute + prefix + path + slash + random.pick(queries);
};

/** Sends one GET for each target over one connection, under the id of its place; resolves to the statuses by id. */
export const sendTargets = (port: number, targets: readonly string[], from: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
    const requests = targets.map((target, at) => {
      const close = at === targets.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${target} HTTP/1.1\r\nHost: x\r\nX-N: ${from + at}\r\n${close}\r\n`;
    });
    socket.write(requests.join(''), 'latin1');
  });
