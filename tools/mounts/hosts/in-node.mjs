// The application in the server of a framework, by its name, on Node. Says and hears the same as serve.mjs.
import { createInterface } from 'node:readline';
import { listen } from './below.mjs';
import { boot } from './hosted.mjs';
import { hosts } from './hosts.mjs';

const order = [];
const reported = [];
const app = await boot(order, reported);
await app.open();
const { url } = await listen(app, await hosts[process.argv[2]](app));
console.log(JSON.stringify({ url: `${url}/api` }));
createInterface(process.stdin).once('line', async () => {
  const failures = await app.close();
  console.log(JSON.stringify({ failures: failures.map(String), order, reported }));
});
