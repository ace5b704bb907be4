// A process that starts a server and answers a request with the number of times it asks a tracing channel for subscribers.
// Arguments: the script of the server, then its own.
import { channels } from '@taproot/core/plugin';

const [node = '', script = '', server = '', ...args] = process.argv;
process.argv = [node, script, ...args];

let asked = 0;
for (const channel of Object.values(channels)) {
  const get = () => {
    asked++;
    return false;
  };
  Object.defineProperty(channel, 'hasSubscribers', { get });
}

const send = /** @type {(answer: number) => void} */ (process.send?.bind(process));
const port = await new Promise((resolve) => {
  process.send = (/** @type {unknown} */ answer) => {
    resolve(answer);
    return true;
  };
  void import(`../servers/${server}.js`);
});

process.on('message', async (/** @type {RequestInit & { path: string }} */ { path, ...ask }) => {
  asked = 0;
  await (await fetch(`http://127.0.0.1:${port}${path}`, ask)).text();
  send(asked);
});
send(0);
