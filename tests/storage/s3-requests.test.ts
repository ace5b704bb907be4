import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { boot } from './support/application.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A disk on a server of S3 that answers as a test says. */
const bootBucket = async (answer: Answer) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = await boot({
    s3: { driver: 's3', bucket: 'shop', prefix: 'own', endpoint, key: 'id', secret: 'secret', attempts: 1 },
  });
  return { disk: app.facades.Storage(), requests, endpoint };
};

const xml = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
};

const fails =
  (status: number, code: string): Answer =>
  (_request, response) =>
    xml(response, status, `<Error><Code>${code}</Code><Message>said so</Message></Error>`);

test('the source of a copy has its escapes', async () => {
  const { disk, requests } = await bootBucket((_request, response) =>
    xml(response, 200, '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>'),
  );
  await disk.copy('d/plus+and%41&=#é.txt', 'to');
  expect(requests.map(({ method, url, headers }) => [method, url, headers['x-amz-copy-source']])).toEqual([
    ['PUT', '/shop/own/to?x-id=CopyObject', 'shop/own/d/plus%2Band%2541%26%3D%23%C3%A9.txt'],
  ]);
});

test('a put has the media type of the name, and goes below the prefix', async () => {
  const { disk, requests } = await bootBucket((_request, response) => response.writeHead(200, { etag: '"1"' }).end());
  await disk.put('a.png', 'x');
  expect(requests.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
    ['PUT', '/shop/own/a.png?x-id=PutObject', 'image/png'],
  ]);
});

describe('a failure of the server', () => {
  test.each<readonly [number, string, string]>([
    [404, 'NoSuchKey', 'E_STORAGE_NOT_FOUND'],
    [403, 'AccessDenied', 'E_STORAGE_DENIED'],
    [401, 'Unauthorized', 'E_STORAGE_DENIED'],
    [412, 'PreconditionFailed', 'E_STORAGE_CHANGED'],
    [429, 'TooManyRequests', 'E_STORAGE_UNAVAILABLE'],
    [503, 'SlowDown', 'E_STORAGE_UNAVAILABLE'],
    [404, 'NoSuchBucket', 'E_STORAGE_FAILED'],
  ])('%d %s is %s', async (status, answered, code) => {
    const { disk } = await bootBucket(fails(status, answered));
    await expect(disk.get('a')).rejects.toMatchObject({ code });
  });

  test('that cuts the connection in the middle of a file is no shorter file', async () => {
    const { disk } = await bootBucket((_request, response) => {
      response.writeHead(200, { 'content-length': '10', etag: '"1"' }).write('12345', () => response.destroy());
    });
    await expect(disk.get('a')).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
  });

  test('that ignores If-Match is seen by the tag', async () => {
    let tag = 1;
    const { disk } = await bootBucket((request, response) => {
      response.writeHead(200, { 'content-length': '2', etag: `"${tag++}"` });
      response.end(request.method === 'HEAD' ? undefined : 'xy');
    });
    const file = await disk.open('a');
    await expect(file.open().toArray()).rejects.toMatchObject({ code: 'E_STORAGE_CHANGED' });
  });

  test('that is not there is E_STORAGE_UNAVAILABLE', async () => {
    const app = await boot({
      s3: { driver: 's3', bucket: 'shop', endpoint: 'http://127.0.0.1:1', key: 'id', secret: 's', attempts: 1 },
    });
    await expect(app.facades.Storage().exists('a')).rejects.toMatchObject({ code: 'E_STORAGE_UNAVAILABLE' });
  });
});

describe('an address of the bucket', () => {
  test('is signed for its time, with the name under which the file is saved', async () => {
    const { disk, requests, endpoint } = await bootBucket(fails(500, 'Unused'));
    const url = new URL(await disk.temporaryUrl('d/a b.pdf', '10m', { download: 'bill.pdf' }));
    expect(`${url.origin}${url.pathname}`).toBe(`${endpoint}/shop/own/d/a%20b.pdf`);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('600');
    expect(url.searchParams.get('response-content-disposition')).toBe('attachment; filename="bill.pdf"');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(requests).toEqual([]);
  });

  test('takes uploads of one type and of so many bytes', async () => {
    const { disk } = await bootBucket(fails(500, 'Unused'));
    const { fields } = await disk.temporaryUpload('a.png', { maxBytes: 1000, type: 'image/png', expires: '5m' });
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as { conditions: unknown[] };
    expect(fields).toMatchObject({ 'Content-Type': 'image/png', key: 'own/a.png', bucket: 'shop' });
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 0, 1000],
        ['eq', '$Content-Type', 'image/png'],
        { key: 'own/a.png' },
        { bucket: 'shop' },
      ]),
    );
  });
});
