import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Disk } from '@taproot/storage';
import { boot } from './support/application.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** How the next request of a kind fails; it is answered well when this returns false. */
type Fault = (request: IncomingMessage, response: ServerResponse, object: Buffer | undefined) => boolean;

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>said so</Message></Error>`);
};

/** A bucket that keeps objects as S3 does: an object is there when its request, or all its parts, have arrived whole. */
const startBucket = async () => {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Buffer>();
  const requests: string[] = [];
  let fault: Fault = () => false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: key, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const uploadId = searchParams.get('uploadId');
    requests.push(`${request.method ?? ''}${searchParams.has('uploads') || uploadId !== null ? ' part' : ''}`);
    if (fault(request, response, objects.get(key))) return;
    const body = await buffer(request);
    // Signed in chunks: the length of the content is in a header.
    if (request.method === 'POST' && searchParams.has('uploads'))
      response.end(`<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>`);
    else if (request.method === 'PUT' && uploadId !== null) {
      parts.set(searchParams.get('partNumber') ?? '', body);
      response.writeHead(200, { etag: `"${parts.size}"` }).end();
    } else if (request.method === 'POST' && uploadId !== null) {
      objects.set(
        key,
        Buffer.concat([...parts.entries()].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part)),
      );
      response.end('<CompleteMultipartUploadResult><ETag>"w"</ETag></CompleteMultipartUploadResult>');
    } else if (request.method === 'DELETE') {
      if (uploadId === null) objects.delete(key);
      else parts.clear();
      response.writeHead(204).end();
    } else if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: '"1"' }).end();
    } else {
      const object = objects.get(key);
      if (object === undefined) return refuse(response, 404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': object.length, etag: '"1"' });
      response.end(request.method === 'HEAD' ? undefined : object);
    }
  };

  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3 = {
    driver: 's3',
    bucket: 'shop',
    endpoint,
    key: 'id',
    secret: 'secret',
    attempts: 2,
    timeout: 0.3,
  } as const;
  const app = await boot({ s3 });
  return {
    disk: app.facades.Storage(),
    objects,
    parts,
    requests,
    /** Lets requests fail as `next` says, `times` times. */
    failing: (next: Fault, times = Number.POSITIVE_INFINITY) => {
      let left = times;
      fault = (request, response, object) => left > 0 && next(request, response, object) && left-- > 0;
    },
  };
};

const busy: Fault = (request, response) => {
  request.resume();
  refuse(response, 503, 'InternalError');
  return true;
};
const silent: Fault = (request) => {
  request.resume();
  return true;
};
/** Ends the connection when some of the body has come. */
const cutUpload: Fault = (request) => {
  if (request.method !== 'PUT') return false;
  request.once('data', () => request.socket.destroy());
  return true;
};
const cutAnswer: Fault = (request, response, object) => {
  if (request.method !== 'GET' || object === undefined) return false;
  response.writeHead(200, { 'content-length': object.length, etag: '"1"' });
  response.write(object.subarray(0, object.length / 2), () => response.destroy());
  return true;
};
const lie =
  (difference: number): Fault =>
  (request, response, object) => {
    if (request.method !== 'GET' || object === undefined) return false;
    response.writeHead(200, { 'content-length': object.length + difference, etag: '"1"', connection: 'close' });
    response.write(difference < 0 ? object.subarray(0, object.length + difference) : object, () =>
      response.socket?.end(),
    );
    return true;
  };
/** Sends half of the object, and then nothing. */
const stall: Fault = (request, response, object) => {
  if (request.method !== 'GET' || object === undefined) return false;
  response.writeHead(200, { 'content-length': object.length, etag: '"1"' });
  response.write(object.subarray(0, object.length / 2));
  return true;
};

const large = Buffer.alloc(6_000_000, 'l');
const stream = (bytes = large): Readable => Readable.from([bytes.subarray(0, 3_000_000), bytes.subarray(3_000_000)]);

describe('a bucket that is busy', () => {
  test('for a moment does not show: requests are repeated', async () => {
    const { disk, failing, objects } = await startBucket();
    failing(busy, 1);
    await disk.put('a', 'whole');
    failing(busy, 1);
    expect(await disk.get('a')).toBe('whole');
    expect(objects.size).toBe(1);
  });

  test('for a moment does not break a stream in parts', async () => {
    const { disk, failing, objects } = await startBucket();
    failing(busy, 1);
    await disk.put('a', stream());
    expect(objects.get('/shop/a')?.equals(large)).toBe(true);
  });

  test.each([
    ['put', (disk: Disk) => disk.put('a', 'x')],
    ['get', (disk: Disk) => disk.get('a')],
    ['exists', (disk: Disk) => disk.exists('a')],
    ['delete', (disk: Disk) => disk.delete('a')],
    ['copy', (disk: Disk) => disk.copy('a', 'b')],
  ] as const)('for long fails %s() with a code, after two requests', async (_name, call) => {
    const { disk, failing, requests } = await startBucket();
    failing(busy);
    await expect(call(disk)).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE', status: 503 });
    expect(requests).toHaveLength(2);
  });
});

describe('a bucket that cuts connections', () => {
  test.each([
    ['a text', () => 'x'.repeat(200_000)],
    ['a stream in parts', () => stream()],
  ])('while it takes %s has no file, and keeps the old one', async (_what, content) => {
    const { disk, failing, objects, parts } = await startBucket();
    await disk.put('a', 'old');
    failing(cutUpload);
    await expect(disk.put('a', content())).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
    await expect(disk.put('b', content())).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
    expect([...objects]).toEqual([['/shop/a', Buffer.from('old')]]);
    expect(parts.size).toBe(0);
  });

  test('while it answers gives no shorter file', async () => {
    const { disk, failing } = await startBucket();
    await disk.put('a', large);
    failing(cutAnswer);
    await expect(disk.bytes('a')).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
    const file = await disk.open('a');
    await expect(buffer(file.open())).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
  });

  test('while a file is copied to another disk leaves no half file there', async () => {
    const { disk, failing } = await startBucket();
    const other = (await boot({ m: { driver: 'memory' } })).facades.Storage();
    await disk.put('a', large);
    failing(cutAnswer);
    await expect(other.put('a', await disk.stream('a'))).rejects.toMatchObject({ code: 'E_STORAGE_SOURCE' });
    expect(await other.exists('a')).toBe(false);
  });
});

describe('a bucket that lies about the length of a file', () => {
  test.each([
    ['more than it sends', 5],
    ['and sends less than there is', -5],
  ])('and says %s gives no file', async (_what, difference) => {
    const { disk, failing } = await startBucket();
    await disk.put('a', '0123456789');
    const file = await disk.open('a');
    failing(lie(difference));
    await expect(buffer(file.open())).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
  });
});

describe('a bucket that is silent', () => {
  test.each([
    ['put', (disk: Disk) => disk.put('a', 'x')],
    ['get', (disk: Disk) => disk.get('a')],
    ['exists', (disk: Disk) => disk.exists('a')],
  ] as const)('fails %s() after its time-out', async (_name, call) => {
    const { disk, failing, objects } = await startBucket();
    failing(silent);
    await expect(call(disk)).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
    expect(objects.size).toBe(0);
  });

  test('in the middle of a file fails the read', async () => {
    const { disk, failing } = await startBucket();
    await disk.put('a', large);
    failing(stall);
    await expect(disk.bytes('a')).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
  });

  test('for a moment does not show', async () => {
    const { disk, failing } = await startBucket();
    await disk.put('a', 'whole');
    failing(silent, 1);
    expect(await disk.get('a')).toBe('whole');
  });
});
