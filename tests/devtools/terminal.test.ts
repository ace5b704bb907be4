import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { routing } from '@taproot/routing';
import { APP_KEY, ask, learn, portOf, serve } from './support.ts';

/** What the console of an application says whose server is at `port`. */
const say = async (port: number, ...args: string[]) => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_KEY, APP_ENV: 'testing', COLUMNS: '80' } })
    .withPlugins([consoleKernel(), routing()])
    .withConfig({ http: { port } })
    .create();
  try {
    return await app.facades.Console().call('hooks:trace', args);
  } finally {
    await app.close();
  }
};

const small = () =>
  serve(undefined, (route) => {
    route.get('/', (ctx) => ctx.response().string(200, 'home')).name('home');
    route.get('/fails', () => {
      throw new TypeError('No post 7.');
    });
  });

test('--last shows what the server of development answered last', async () => {
  const app = await small();
  await learn(app, '/fails');
  await learn(app, '/?token=secret&page=2');
  const { code, output } = await say(portOf(app), '--last');
  expect(code).toBe(0);
  const [headline, ...rest] = output.trimEnd().split('\n');
  expect(headline).toMatch(/^GET \/\?token=\*{8}&page=2 {2}200 OK {2}\d+\.\d\d ms, 4 bytes, \/ home$/);
  expect(rest.join('\n')).toMatch(/STEP +NAME +START +TIME\nhandler +closure +\d+\.\d\d +\d+\.\d\d +[█▏]/);
  expect(rest.at(-1)).toBe(`http://127.0.0.1:${portOf(app)}/_taproot/requests/2`);
});

test('--failed shows the last one that failed, and why', async () => {
  const app = await small();
  await learn(app, '/fails');
  await learn(app, '/');
  const { output } = await say(portOf(app), '--failed');
  expect(output).toMatch(/^GET \/fails {2}500 Internal Server Error/);
  expect(output.replaceAll(/\s+/g, ' ')).toMatch(
    / Why: TypeError was thrown at tests\/devtools\/terminal\.test\.ts:\d+: No post 7\. It happened in the handler closure of the application\. /,
  );
  const { output: json } = await say(portOf(app), '--failed', '--json');
  expect(JSON.parse(json)).toMatchObject({
    id: 1,
    status: 500,
    target: '/fails',
    steps: [{ kind: 'handler' }, { kind: 'hook' }],
  });
});

test('what a client sends cannot reach the terminal', async () => {
  const app = await small();
  await learn(app, '/%1b[31m', { headers: { 'X-Name': '\u009b31m' } });
  expect((await say(portOf(app), '--failed')).output).not.toMatch(/[\u001b\u009b]/);
});

test('--url takes the address that the server prints, of a server with another key', async () => {
  const app = await serve({ APP_ENV: 'development', APP_KEY: '' });
  await learn(app, '/');
  const url = `http://127.0.0.1:${portOf(app)}`;
  expect((await say(1, '--last', '--url', url)).output).toContain('GET /_taproot/requests.json answered 403.');
  const printed = `${url}/_taproot?token=${devtoolsToken(app)}`;
  expect((await say(1, '--last', '--url', printed)).output).toMatch(/^GET \/ {2}200 OK/);
});

test('without a request it says so', async () => {
  const app = await small();
  expect(await say(portOf(app), '--last')).toMatchObject({
    code: 0,
    output: 'No request was answered since the server started.\n',
  });
  await ask(app, '/');
  expect((await say(portOf(app), '--failed')).output).toBe('No request has failed since the server started.\n');
});

test('without a server, or without devtools in it, it says what to do', async () => {
  const other = await serve({ APP_ENV: 'testing' });
  const port = portOf(other);
  const { code, output } = await say(port, '--last');
  expect(code).toBe(1);
  expect(output).toContain(
    `E_TRACE_SERVER: No devtools answer at http://127.0.0.1:${port}: GET /_taproot/requests.json answered 404.`,
  );
  expect(output).toContain('fix: Start the server with `npm run dev`');
  const away = await say(port, '--last', '--url', 'http://127.0.0.1:1/');
  expect(away.output).toContain('No devtools answer at http://127.0.0.1:1: ');
});
