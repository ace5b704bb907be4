import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { HttpSettings } from '../../../plugins/routing/src/config.ts';
import { createClientAddress, createForwarded } from '../../../plugins/routing/src/server/client-address.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { growth } from '../../support/steps.ts';
import { closeServers, openServer } from './open-server.ts';
import { exchange, get, jsonOf } from './raw-client.ts';

afterEach(closeServers);

/** A request as it would come from `peer`; sockets cannot be opened from other machines' addresses here. */
const from = (peer: string | undefined, headers: Record<string, string> = {}): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  Object.assign(req.headers, headers);
  return req;
};

const ip = (trusted: HttpSettings['trusted_proxies'], peer: string | undefined, forwardedFor?: string): string =>
  createClientAddress(trusted)(from(peer, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }));

describe('the client address', () => {
  test('IP-01 without trust no header counts, over a real socket', async () => {
    const client = createClientAddress([]);
    const forwarded = createForwarded([]);
    const { port } = await openServer((req, res) => res.end(JSON.stringify({ ip: client(req), ...forwarded(req) })));
    const spoofed = [
      'X-Forwarded-For: 6.6.6.6',
      'X-Real-IP: 6.6.6.6',
      'Forwarded: for=6.6.6.6;host=evil.test;proto=https',
      'X-Forwarded-Host: evil.test',
      'X-Forwarded-Proto: https',
    ];
    const reply = await exchange(port, get('/', ...spoofed, 'Connection: close'));
    expect(jsonOf(reply)).toEqual({ ip: '127.0.0.1', host: 'a.test', proto: 'http' });
  });

  test('IP-01 with trust, over a real socket, repeated headers are one list', async () => {
    const client = createClientAddress(['127.0.0.0/8']);
    const { port } = await openServer((req, res) => res.end(JSON.stringify(client(req))));
    const headers = ['X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 203.0.113.7', 'Connection: close'];
    expect(jsonOf(await exchange(port, get('/', ...headers)))).toBe('203.0.113.7');
  });

  test('IP-02 the right-most address that is no proxy is taken, never the left-most', () => {
    expect(ip(1, '10.0.0.9', '6.6.6.6, 10.0.0.1')).toBe('10.0.0.1');
    expect(ip(2, '10.0.0.9', '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7');
    expect(ip(['10.0.0.0/8'], '10.0.0.9', '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7');
    expect(ip(['10.0.0.9', '10.0.0.1'], '10.0.0.9', '6.6.6.6,203.0.113.7,10.0.0.1')).toBe('203.0.113.7');
    expect(ip(['10.0.0.0/8'], '10.0.0.9', '10.0.0.2, 10.0.0.1')).toBe('10.0.0.2');
    expect(ip(5, '10.0.0.9', '6.6.6.6')).toBe('6.6.6.6');
    expect(ip(1, '10.0.0.9')).toBe('10.0.0.9');
  });

  test('IP-03 a peer outside the trusted ranges is the client, whatever it sends', () => {
    expect(ip(['10.0.0.0/8', 'fd00::/8'], '203.0.113.7', '6.6.6.6')).toBe('203.0.113.7');
    expect(ip(['10.0.0.0/8', 'fd00::/8'], '2001:db8::1', '6.6.6.6')).toBe('2001:db8::1');
    expect(ip(['10.0.0.0/8', 'fd00::/8'], 'fd00::5', '6.6.6.6')).toBe('6.6.6.6');
    expect(ip(0, '10.0.0.9', '6.6.6.6')).toBe('10.0.0.9');
  });

  test('IP-03 IPv4 and the same address inside IPv6 are one peer and one range', () => {
    expect(ip(['10.0.0.0/8'], '::ffff:10.0.0.9', '6.6.6.6')).toBe('6.6.6.6');
    expect(ip(['::ffff:10.0.0.0/104'], '10.0.0.9', '6.6.6.6')).toBe('6.6.6.6');
    expect(ip(['::ffff:10.0.0.0/104'], '11.0.0.9', '6.6.6.6')).toBe('11.0.0.9');
  });

  test.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['[::1]:80', '::1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['1.2.3.4:55', '1.2.3.4'],
    [' 1.2.3.4 ', '1.2.3.4'],
  ])('IP-04 the forwarded address %s is %s', (entry, canonical) => {
    expect(ip(1, '10.0.0.9', entry)).toBe(canonical);
  });

  test.each([
    ['unknown'],
    ['_hidden'],
    ['127.1'],
    ['0x7f.0.0.1'],
    ['010.0.0.1'],
    ['2130706433'],
    ['1.2.3.4.5'],
    ['[::1'],
    ['[1.2.3.4]x'],
    ['::1::'],
    [''],
    [','],
    ['\u0000'],
    ['6.6.6.6,'],
    ['6.6.6.6, unknown'],
  ])('IP-04 the forwarded address "%s" is none, and the proxy that sent it is the client', (entry) => {
    expect(ip(['10.0.0.0/8'], '10.0.0.9', entry)).toBe('10.0.0.9');
  });

  test('IP-04 five thousand entries are walked in linear time', async () => {
    const behind = (length: number) => {
      const entries = Array.from({ length }, () => '10.1.2.3').join(', ');
      return ip(['10.0.0.0/8'], '10.0.0.9', `6.6.6.6, ${entries}`);
    };
    expect(behind(5000)).toBe('6.6.6.6');
    expect(await growth(1000, behind)).toBeLessThan(5);
    expect(ip(['10.0.0.0/8'], '10.0.0.9', ','.repeat(16_000))).toBe('10.0.0.9');
  });

  test('IP-06 a socket without address has the empty address, and is no trusted proxy by range', () => {
    expect(ip([], undefined)).toBe('');
    expect(ip(['0.0.0.0/0'], undefined, '6.6.6.6')).toBe('');
    expect(ip(1, undefined, '6.6.6.6')).toBe('6.6.6.6');
  });

  test.each([['10.0.0.0/33'], ['10.0.0.0/x'], ['10.0.0.0/8/8'], ['10.1/16'], ['localhost'], ['*'], [''], ['::/129']])(
    'the trusted proxy "%s" is refused at boot',
    (proxy) => {
      expect(() => createClientAddress([proxy])).toThrow(expect.objectContaining({ code: 'E_TRUSTED_PROXY' }));
    },
  );

  test.each([-1, 1.5, Number.NaN])('%s trusted proxies are refused at boot', (count) => {
    expect(() => createClientAddress(count)).toThrow(expect.objectContaining({ code: 'E_TRUSTED_PROXY' }));
  });
});

describe('the forwarded host and scheme', () => {
  const through = createForwarded(['10.0.0.0/8']);
  const own = { host: 'app:3000' };

  test('S-4: are those that the trusted proxy wrote last; what the client sent stands before them', () => {
    const headers = { ...own, 'x-forwarded-host': 'evil.test, example.com:8443', 'x-forwarded-proto': 'http, HTTPS' };
    expect(through(from('10.0.0.9', headers))).toEqual({ host: 'example.com:8443', proto: 'https' });
    expect(through(from('203.0.113.7', headers))).toEqual({ host: 'app:3000', proto: 'http' });
  });

  test('fall back to the request when the proxy sends nothing usable', () => {
    const headers = { ...own, 'x-forwarded-host': 'evil.test/path', 'x-forwarded-proto': 'javascript' };
    expect(through(from('10.0.0.9', headers))).toEqual({ host: 'app:3000', proto: 'http' });
    expect(through(from('10.0.0.9', own))).toEqual({ host: 'app:3000', proto: 'http' });
    expect(through(from('10.0.0.9'))).toEqual({ host: '', proto: 'http' });
  });

  test('S-4: the scheme is https only where the socket says that it is encrypted, as on Bun it has to', () => {
    const plain = from('203.0.113.7', own);
    Object.assign(plain.socket, { encrypted: undefined });
    expect(through(plain).proto).toBe('http');
    Object.assign(plain.socket, { encrypted: true });
    expect(through(plain).proto).toBe('https');
  });

  test('HD-05 lists of 16 KiB are read in linear time', () => {
    const read = (size: number) => {
      const proto = `${',http'.repeat(size / 5)},https`;
      const headers = { ...own, 'x-forwarded-proto': proto, 'x-forwarded-host': `b, a${' '.repeat(size)}` };
      return through(from('10.0.0.9', headers));
    };
    expect(read(16_000)).toEqual({ host: 'a', proto: 'https' });
    // No pattern may start anew at every blank either.
    expect(endsSoon(() => read(1_000_000))).toEqual({ host: 'a', proto: 'https' });
    const apart = { ...own, 'x-forwarded-host': `a${' '.repeat(1_000_000)}b` };
    expect(endsSoon(() => through(from('10.0.0.9', apart))).host).toBe('app:3000');
  });
});
