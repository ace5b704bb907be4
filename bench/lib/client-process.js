// One way to call a server, in a process of its own: an application has one of them, and the compiler learns from that one alone.
// Each message is a number of calls; the answer is the CPU time of one, in microseconds.
import { createClient } from '../../client/dist/index.js';

const [name = '', baseUrl = '', body = ''] = process.argv.slice(2);
const wave = 20;
const post = JSON.parse(body);
const accept = 'application/json';
const sent = { accept, 'content-type': 'application/json' };
const calls = { 'posts.show': 'GET /posts/{id} 200 404', 'posts.store': 'POST /posts 201 401 422' };
const { posts } = createClient({ routes: { hash: '', calls }, baseUrl });

/** @type {Record<string, () => Promise<unknown>>} */
const ways = {
  async 'GET: fetch'() {
    const response = await fetch(`${baseUrl}/posts/${encodeURIComponent(7)}`, { headers: { accept } });
    return JSON.parse(await response.text());
  },
  async 'GET: fetch with a time-out'() {
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(`${baseUrl}/posts/${encodeURIComponent(7)}`, { headers: { accept }, signal });
    return JSON.parse(await response.text());
  },
  'GET: client': () => posts.show({ params: { id: 7 } }),
  async 'POST: fetch'() {
    const response = await fetch(`${baseUrl}/posts`, { method: 'POST', headers: sent, body: JSON.stringify(post) });
    return JSON.parse(await response.text());
  },
  'POST: client': () => posts.store({ body: post }),
};

const call = ways[name];
if (call === undefined) throw new Error(`There is no way ${name}.`);

process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {number} */ count) => {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += wave) await Promise.all(Array.from({ length: wave }, call));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / count);
});
