// What each host must leave as it is: requests of each kind, and the shutdown.
import { deepEqual, equal, match } from 'node:assert/strict';
import { WebSocket } from 'ws';

const post = (url, value) =>
  fetch(url, { method: 'POST', body: JSON.stringify(value), headers: { 'content-type': 'application/json' } });

const checks = {
  async 'a GET with its address'(url, { ip, base, query = 'q=a%20b' }) {
    const reply = await fetch(`${url}/facts?q=a%20b`);
    equal(reply.headers.get('x-stamp'), 'GET');
    deepEqual(await reply.json(), { method: 'GET', path: '/facts', url: `${base}/facts?${query}`, ip, q: 'a b' });
  },
  async 'a path with escapes'(url) {
    equal((await fetch(`${url}/f%61cts`)).status, 200);
    equal((await fetch(`${url}/none`)).status, 404);
  },
  async 'a POST of JSON, and its validation'(url) {
    const made = await post(`${url}/users`, { name: 'Ada', age: 36 });
    deepEqual([made.status, await made.json()], [201, { name: 'Ada', age: 36 }]);
    const refused = await post(`${url}/users`, { name: 'A', age: 'old' });
    deepEqual([refused.status, Object.keys((await refused.json()).errors)], [422, ['name', 'age']]);
    const form = await fetch(`${url}/users`, { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) });
    equal(form.status, 201);
    const broken = await fetch(`${url}/users`, {
      method: 'POST',
      body: '{"a',
      headers: { 'content-type': 'application/json' },
    });
    equal(broken.status, 400);
  },
  async 'an upload'(url) {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(200_000)]), 'a.bin');
    deepEqual(await (await fetch(`${url}/upload`, { method: 'POST', body })).json(), { size: 200_000 });
  },
  async 'a body that is too large'(url) {
    equal((await post(`${url}/users`, { name: 'x'.repeat(3 << 20) })).status, 413);
  },
  async cookies(url) {
    const reply = await fetch(`${url}/cookie`, { headers: { cookie: 'a=1' } });
    deepEqual(await reply.json(), { a: '1' });
    deepEqual(
      reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]),
      ['b=2', 'c=3'],
    );
  },
  async 'bytes, a stream, HEAD'(url) {
    deepEqual([...new Uint8Array(await (await fetch(`${url}/bytes`)).arrayBuffer())], [0, 255, 128]);
    equal(await (await fetch(`${url}/stream`)).text(), 'ab');
    const head = await fetch(`${url}/facts`, { method: 'HEAD' });
    deepEqual([head.status, await head.text()], [200, '']);
  },
  async 'a redirect'(url, { base }) {
    const reply = await fetch(`${url}/moved`, { redirect: 'manual' });
    deepEqual([reply.status, reply.headers.get('location')], [302, `${base}/facts`]);
  },
  async 'an error'(url) {
    const reply = await fetch(`${url}/fails`);
    equal(reply.status, 500);
    match(await reply.text(), /"code"|Internal|message/);
  },
  async 'a client that leaves an event stream'(url) {
    const controller = new AbortController();
    const reply = await fetch(`${url}/events`, { signal: controller.signal });
    match(reply.headers.get('content-type'), /^text\/event-stream/);
    const reader = reply.body.getReader();
    let text = '';
    while (!text.includes('data: one')) text += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
  },
};

/** The faults of a host at this address. `base` is the path of the application as clients see it. */
export const checkHost = async (url, how) => {
  const faults = [];
  for (const [name, check] of Object.entries(checks)) {
    if (how.without?.includes(name)) continue;
    try {
      await check(url, how);
    } catch (error) {
      faults.push(`${name}: ${String(error.message).replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    }
  }
  return faults;
};

/** Opens a WebSocket below a host; resolves to what it says, and later to the code of its end. */
export const checkSocket = async (url, base) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/echo`);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const said = new Promise((resolve, reject) =>
    socket.once('message', (data) => resolve(Buffer.from(data).toString())).once('error', reject),
  );
  socket.once('open', () => socket.send('roots'));
  equal(await within(said, 3000), `${base}/echo roots`);
  return { ended };
};

const within = (promise, milliseconds) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds, 'still open'))]);

const endOf = async (reader) => {
  try {
    while (!(await reader.read()).done);
    return 'ended';
  } catch {
    return 'cut';
  }
};

/** Closes the application while an event stream is open; then it refuses requests. */
export const checkClose = async (url, close) => {
  const faults = [];
  const reply = await fetch(`${url}/events`);
  const reader = reply.body.getReader();
  await reader.read();
  const began = performance.now();
  const failures = await close();
  const seconds = (performance.now() - began) / 1000;
  if (failures.length > 0) faults.push(`close() failed: ${failures.join()}`);
  if (seconds > 1) faults.push(`closed after ${seconds.toFixed(1)} s`);
  const end = await within(endOf(reader), 2000);
  if (end !== 'ended') faults.push(`its event stream: ${end}`);
  const late = await fetch(`${url}/facts`);
  if (late.status !== 503) faults.push(`a request after close() is ${late.status}`);
  await late.text();
  return { faults, seconds };
};
