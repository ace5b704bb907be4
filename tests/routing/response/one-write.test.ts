import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { HttpContext } from '../../../plugins/routing/src/exchange/http-context.ts';
import { Reply } from '../../../plugins/routing/src/exchange/reply.ts';
import { HttpResponseBuilder } from '../../../plugins/routing/src/exchange/response-builder.ts';
import type { Site } from '../../../plugins/routing/src/exchange/site.ts';
import { writeResponse } from '../../../plugins/routing/src/exchange/write-response.ts';

/** A socket in memory that notes how often it was written to, and with how much at once. */
class NotingSocket extends Duplex {
  readonly writes: string[][] = [];

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.writes.push([String(chunk)]);
    done();
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => String(chunk)));
    done();
  }
}

/** What goes over the wire when a server answers with this text. */
const sent = async (requests: number, text: string): Promise<string[][]> => {
  const socket = new NotingSocket();
  let left = requests;
  await new Promise<void>((resolve) => {
    const server = createServer((req, res) => {
      // Nothing else of the context is asked for.
      const createReply: Site['createReply'] = (...parts) => new Reply(...parts);
      const ctx = { site: { createReply } } as unknown as HttpContext;
      const response = new HttpResponseBuilder(ctx).string(200, text);
      res.on('finish', () => --left === 0 && resolve());
      writeResponse(req, res, response, () => undefined);
    });
    server.emit('connection', socket);
    socket.push('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(requests));
  });
  socket.destroy();
  return socket.writes;
};

test('headers and body go out as one text', async () => {
  const writes = await sent(1, 'hello');
  expect(writes.map((chunks) => chunks.length)).toEqual([1]);
  expect(writes[0]?.[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: 5\r\n[^]*\r\n\r\nhello$/);
});

test.each([
  ['an empty body', 1, ''],
  ['answers to requests that came together', 3, 'hello'],
])('%s is complete', async (_what, requests, text) => {
  const wire = (await sent(requests, text)).flat().join('');
  expect(wire.split(`Content-Length: ${text.length}\r\n`)).toHaveLength(requests + 1);
  expect(wire.split(`\r\n\r\n${text}`)).toHaveLength(requests + 1);
});
