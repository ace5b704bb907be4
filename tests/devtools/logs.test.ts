import { expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { log } from '@taproot/log';
import { routing } from '@taproot/routing';
import { Journal } from '../../plugins/devtools/src/recorder/journal.ts';
import { ask, closing, learn, serve } from './support.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';

/** An application that logs; what it wrote goes into `written`. */
const logging = async (written: string[] = []): Promise<Application> => {
  const handle = createFacades();
  const { facades } = handle;
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'development' } })
    .withPlugins([routing(), devtools(), log({ write: (line) => void written.push(line) })])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/order', (ctx) => {
        facades.Log(ctx).warn({ order: 7, password: 'log-secret' }, 'late <order> token=text-secret');
        return ctx.response().string(200, 'ok');
      });
      route.get('/fails', () => {
        throw new TypeError('No post 7.');
      });
    })
    .create();
  await app.open();
  return closing(app);
};

/** The entries of the page as plain text, newest first. */
const entriesOf = async (app: Application, query = ''): Promise<string[]> => {
  const { text } = await ask(app, `/_taproot/logs${query}`);
  const list = text.slice(text.indexOf('<ul class="reports'), text.indexOf('</main>'));
  return [...list.matchAll(/<li>.*?<\/li>/gs)].map(([item]) =>
    item
      .replaceAll(/<[^>]+>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'AT')
      .trim(),
  );
};

test('log lines lead to their request, masked, and the request leads to them', async () => {
  const written: string[] = [];
  const app = await logging(written);
  const { id, request_id } = await learn(app, '/order', {
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  });
  await learn(app, '/order');
  const entries = await entriesOf(app);
  expect(entries).toContain(
    `warn AT request #${id} late &#60;order&#62; token=******** order=7 password=******** traceId=${trace}`,
  );
  expect(entries).toContainEqual(
    expect.stringMatching(new RegExp(`^info AT request #${id} GET /order 200 .*route=/order`)),
  );
  expect(entries.filter((entry) => entry.includes('late'))).toHaveLength(2);
  // The log itself is as before.
  expect(written.filter((line) => line.includes('late'))).toHaveLength(2);
  const page = (await ask(app, `/_taproot/requests/${id}`)).text;
  expect(page).toContain(`href="/_taproot/logs?request=${request_id}"`);
  expect((await entriesOf(app, `?request=${request_id}`)).map((entry) => entry.split(' ', 1)[0])).toEqual([
    'info',
    'warn',
  ]);
});

test('a report is one entry, with its request, place and stack; levels can be chosen', async () => {
  const app = await logging();
  const { id } = await learn(app, '/fails');
  await learn(app, '/order');
  const errors = await entriesOf(app, '?level=error');
  // The line of the request, and the report, which the log writes as well.
  expect(errors).toEqual([
    expect.stringMatching(new RegExp(`^error AT request #${id} GET /fails 500`)),
    expect.stringMatching(
      new RegExp(
        `^error AT request #${id} TypeError No post 7\\. at tests/devtools/logs\\.test\\.ts:\\d+ where=request stack `,
      ),
    ),
  ]);
  expect((await entriesOf(app, '?level=warn')).map((entry) => entry.split(' ', 1)[0])).toEqual([
    'warn',
    'error',
    'error',
  ]);
});

test('without the log, reports are there and the page says what is missing', async () => {
  const app = await serve();
  app.report(new Error('the printer is on fire'), { where: 'printer', warning: true });
  expect(await entriesOf(app)).toEqual([
    expect.stringMatching(/^warn AT Error the printer is on fire .*where=printer/),
  ]);
  expect((await ask(app, '/_taproot/logs')).text).toContain('does not have <code>log()</code> of @taproot/log');
});

test('the journal keeps the newest, by number and by bytes, and another application has none of it', async () => {
  const [app, other] = [await logging(), await logging()];
  const journal = new Journal(app);
  const foreign = new Journal(other);
  try {
    const say = app.facades.Log();
    for (let at = 0; at < 600; at++) say.info(`line ${at}`);
    expect(journal.all).toHaveLength(500);
    expect([journal.all[0]?.message, journal.all.at(-1)?.message]).toEqual(['line 599', 'line 100']);
    for (let at = 0; at < 500; at++) say.info(String(at).padEnd(8000, '.'));
    expect(journal.all.length).toBeLessThan(300);
    expect(journal.all[0]?.message).toMatch(/^499\./);
    expect(foreign.all).toEqual([]);
  } finally {
    journal.close();
    foreign.close();
  }
  const before = journal.all.length;
  app.facades.Log().info('after');
  expect(journal.all).toHaveLength(before);
});
