import { describe, expect, test } from '@jest/globals';
import { broadcast, channel } from '@taproot/broadcast';
import { type Application, createFacades, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

const rooms = channel('rooms.{room}').events<{ booked: { id: number } }>();

const page = `<!doctype html><title>Room</title><script>
  const seen = [];
  const events = new EventSource('/events');
  events.onopen = () => seen.push('open');
  for (const name of ['booked', 'missed'])
    events.addEventListener(name, ({ data, lastEventId }) => seen.push([name, JSON.parse(data), lastEventId]));
</script>`;

/** A server of the page and of its stream, and the `Last-Event-ID` of each client. */
const serve = async (port: number, ids: string[]): Promise<Application> => {
  const handle = createFacades();
  const { facades } = handle;
  const app = await setup(handle, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), broadcast()])
    .withConfig({ http: { port } })
    .withRouting((route) => {
      route.get('/', (ctx) => ctx.response().data(200, 'text/html; charset=utf-8', page));
      route.get('/events', (ctx) => {
        ids.push(ctx.request().header('Last-Event-ID', ''));
        return facades.Broadcast().stream(ctx, rooms.of({ room: 7 }), { retry: '50ms' });
      });
    })
    .create();
  await app.open();
  return app;
};

const book = (app: Application, id: number) => app.facades.Broadcast().send(rooms.of({ room: 7 }), 'booked', { id });

inBrowser('EventSource in Chromium', () => {
  test('comes back to a server that was restarted, with the id of its last event, and learns that it missed some', async () => {
    if (typeof browser === 'string') return;
    const ids: string[] = [];
    const first = await serve(0, ids);
    const { port = 0, url = '' } = first.facades.Http().address ?? {};
    const context = await browser.newContext();
    try {
      const tab = await context.newPage();
      await tab.goto(url);
      await tab.waitForFunction('seen.length === 1');
      await book(first, 1);
      await tab.waitForFunction('seen.length === 2');
      await first.close();
      const second = await serve(port, ids);
      await tab.waitForFunction('seen.length === 4');
      await book(second, 2);
      await tab.waitForFunction('seen.length === 5');
      const [, [, , last] = [], ...rest] = (await tab.evaluate('seen')) as [string, ...[string, unknown, string][]];
      expect(rest).toEqual(['open', ['missed', null, expect.any(String)], ['booked', { id: 2 }, expect.any(String)]]);
      expect(last).toMatch(/^\d+-\d+$/);
      expect(ids).toEqual(['', last]);
      await second.close();
    } finally {
      await context.close();
      await first.close();
    }
  });
});
