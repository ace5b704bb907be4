import { afterEach, expect, test } from '@jest/globals';
import { http } from '@taproot/testing';
import { type Opened, open, type room } from './support/application.ts';

let opened: Opened | null = null;

const boot = async (): Promise<Opened['app']> => {
  opened = await open();
  return opened.app;
};

afterEach(async () => {
  await opened?.app.close();
  opened = null;
});

test('a socket of a test sends, and gets what its room is sent', async () => {
  const app = await boot();
  await using ann = await http(app).socket<typeof room>('/rooms/7?as=ann').open();
  await using bob = await http(app).from('203.0.113.7').socket<typeof room>('/rooms/7?as=bob').open();
  ann.send('say', { text: 'hello' });
  await bob.assertNext('said', { from: 'ann', text: 'hello' });
  const { id } = await ann.next('said');
  expect(id).toEqual(expect.any(String));
  expect((await ann.send('say', { text: 'longer than ten' }).next('error')).data.code).toBe('E_VALIDATION_FAILED');
  expect((await ann.sendText('{').next()).data).toMatchObject({ code: 'E_SOCKET_MESSAGE' });
  const [client] = app.facades.Sockets().findHere(({ ctx }) => ctx.request().query('as') === 'bob');
  expect(client?.ctx.request().ip()).toBe('203.0.113.7');
  // @ts-expect-error no such event
  void (() => ann.send('sya', { text: 'x' }));
  // @ts-expect-error no such field
  void (() => bob.assertNext('said', { from: 'ann', txt: 'x' }));
});

test('assertNext() takes a part of the data, a function or nothing, and begins with `joined`', async () => {
  const app = await boot();
  await using ann = await http(app).socket<typeof room>('/rooms/7?as=ann').open();
  await ann.assertNext('joined');
  for (let n = 0; n < 5; n++) ann.send('whisper', { text: `hello ${n}` });
  await ann.assertNext('heard');
  await ann.assertNext('heard', { text: 'hello 1' });
  await ann.assertNext('heard', ({ text, room: of }) => text === 'hello 2' && of === '7');
  await expect(ann.assertNext('heard', { text: 'hello 4' })).rejects.toThrow(
    'The message "heard" is another one. The JSON differs (- expected, + received):\n  at text\n    - "hello 4"\n    + "hello 3"',
  );
  await expect(ann.assertNext('heard', ({ text }) => text === 'x')).rejects.toThrow(
    'did not return true for:\n{"text":',
  );
  // @ts-expect-error no such field
  void (() => ann.assertNext('heard', { txt: 'x' }));
  // @ts-expect-error no such field
  void (() => ann.assertNext('heard', ({ txt }) => txt === 'x'));
});

test('a refused handshake is a response', async () => {
  const app = await boot();
  (await http(app).socket('/rooms/7').refused()).assertUnauthorized();
  (await http(app).withHeader('origin', 'https://evil.example').socket('/rooms/7?as=ann').refused())
    .assertForbidden()
    .assertSee('E_UPGRADE_ORIGIN');
  await expect(http(app).socket('/rooms/7').open()).rejects.toThrow(
    /The socket was not opened\.\n\nGET \/rooms\/7\n401/,
  );
  await expect(http(app).socket('/rooms/7?as=ann').refused()).rejects.toThrow('The socket was opened.');
});

test('the code of the end', async () => {
  const app = await boot();
  const ann = await http(app).socket('/rooms/7?as=ann').open();
  const bob = await http(app).socket('/rooms/8?as=bob').open();
  app.facades.Sockets().disconnectHere(({ params }) => params['room'] === '7', 4001, 'logged out');
  expect(await ann.assertClosed(4001)).toEqual({ code: 4001, reason: 'logged out' });
  await expect(ann.next('said')).rejects.toThrow('No message "said" came before the connection closed with 4001.');
  expect(await app.close()).toEqual([]);
  await bob.assertClosed(1001);
});

test('a message that does not come fails the test, and shows those that came', async () => {
  const app = await boot();
  await using ann = await http(app).socket('/rooms/7?as=ann').open();
  ann.send('whisper', { text: 'here' });
  await expect(ann.next('said')).rejects.toThrow('"said" came within 2 s. These came:\n\n{"event":"heard"');
  expect(() => http(app).socket('/rooms/7').send('say', {})).toThrow('not open');
});
