import { expect, test } from '@jest/globals';
import { createClient, type RouteTable } from '@taproot/client';
import { filesOf, tableOf } from './documents.ts';

interface Calls {
  readonly put: (input: { readonly body?: unknown }, options?: object) => Promise<{ readonly ok: boolean }>;
  readonly x: { readonly then_: () => Promise<{ readonly ok: boolean }> };
}

const body = (type: string): object => ({
  requestBody: { required: true, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
  responses: { 204: {} },
});

/** A client whose requests are kept: content type and bytes. */
const keeping = async (type: string) => {
  const sent: [type: string | null, text: string][] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push([request.headers.get('content-type'), await request.text()]);
    return new Response(null, { status: 204 });
  };
  const routes: RouteTable<Calls> = await tableOf(filesOf({ put: body(type), 'x.then': body(type) }));
  return { sent, api: createClient({ routes, baseUrl: 'http://a', fetch }) };
};

test('a raw body is sent as it is, with its own media type, that of the caller, or that of the document', async () => {
  const { sent, api } = await keeping('text/csv; charset=utf-8');
  await api.put({ body: 'a,b' });
  await api.put({ body: new Blob(['{}'], { type: 'image/png' }) });
  await api.put({ body: new Blob(['{}']) });
  await api.put({ body: new TextEncoder().encode('bytes') });
  await api.put({ body: new TextEncoder().encode('buffer').buffer });
  await api.put({ body: 'x' }, { headers: { 'Content-Type': 'text/plain' } });
  const csv = 'text/csv;charset=utf-8';
  expect(sent).toEqual([
    [csv, 'a,b'],
    ['image/png', '{}'],
    [csv, '{}'],
    [csv, 'bytes'],
    [csv, 'buffer'],
    ['text/plain', 'x'],
  ]);
});

test('bytes of any type are application/octet-stream', async () => {
  const { sent, api } = await keeping('*/*');
  await api.put({ body: new Uint8Array([65]) });
  expect(sent).toEqual([['application/octet-stream', 'A']]);
});

test('awaiting a part of the client gives that part, although a route below it is called then', async () => {
  const { sent, api } = await keeping('*/*');
  const part = await Promise.resolve(api.x);
  expect(part).toBe(api.x);
  expect(sent).toEqual([]);
  expect(await part.then_()).toMatchObject({ ok: true });
});
