import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { sql } from '@taproot/database';
import { queueTables } from '@taproot/queue';
import { webhookTables } from '@taproot/webhooks';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { browser } from '../browser/support.ts';
import { anyTables } from '../database/support/application.ts';
import { ask, bearer, portOf } from '../devtools/asking.ts';
import { smtpServer } from '../mail/support/smtp.ts';
import { program } from '../support/program.ts';
import { boot, type ShopOptions } from './fixtures/shop.ts';
import { type ReceivedSpan, Receiver } from './support/receiver.ts';
import { register } from './support/telemetry.ts';

const [server, client, producer, consumer] = [2, 3, 4, 5];
/** `UPDATE_PICTURES=1` writes those of the documentation. */
const pictures = process.env['UPDATE_PICTURES'] === '1' ? join(import.meta.dirname, '../../docs/pictures') : null;
const pictured = new Set(['devtools-jobs-light', 'devtools-mail-light', 'devtools-mail-dark']);

const receiver = new Receiver();
const hooks: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const partner = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8').on('data', (text: string) => (body += text));
  req.on('end', () => {
    hooks.push({ headers: req.headers, body });
    res.writeHead(204).end();
  });
});
const folder = mkdtempSync(join(tmpdir(), 'trace-'));
const traceId = randomBytes(16).toString('hex');
const pageSpan = randomBytes(8).toString('hex');
let shop: Application;
let telemetry: ReturnType<typeof register>;
let mails: Awaited<ReturnType<typeof smtpServer>>['received'];

const newPage = async (): Promise<Page> => {
  if (typeof browser === 'string') throw new Error(browser);
  const context = await browser.newContext({ viewport: { width: 1120, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${shop.facades.Http().address?.url}/`);
  return page;
};

/** Orders in a page of the shop, whose script has begun a trace; without Chromium, as such a script would. */
const order = async (): Promise<void> => {
  const sent = { method: 'POST', body: '{"total":42}', headers: { 'content-type': 'application/json' } };
  const init = { ...sent, headers: { ...sent.headers, traceparent: `00-${traceId}-${pageSpan}-01` } };
  if (typeof browser === 'string') return void (await fetch(`${shop.facades.Http().address?.url}/orders`, init));
  const page = await newPage();
  const status = await page.evaluate<number>(`fetch('/orders', ${JSON.stringify(init)}).then(({ status }) => status)`);
  expect(status).toBe(201);
  await page.context().close();
};

/** `queue:work` in a process of its own, until no job waits. */
const work = async (options: ShopOptions, collector: string): Promise<void> => {
  const script = program(join(import.meta.dirname, 'fixtures', 'shop-worker.ts'));
  const child = spawn(process.execPath, [script, 'queue:work', '--until-empty', '--quiet'], {
    env: { ...process.env, NODE_OPTIONS: '', SHOP: JSON.stringify({ ...options, port: 0, collector }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
};

beforeAll(async () => {
  const collector = await receiver.open();
  telemetry = register(collector);
  await once(partner.listen(0, '127.0.0.1'), 'listening');
  const smtp = await smtpServer();
  mails = smtp.received;
  const options = { folder, smtpPort: smtp.port, port: 0 };
  shop = await boot(options);
  const db = anyTables(shop);
  for (const statement of [
    'create table orders (id integer primary key, total integer)',
    ...queueTables.up,
    ...webhookTables.up,
  ])
    await sql.raw(statement).execute(db);
  const { port } = partner.address() as AddressInfo;
  await shop.open();
  await shop.facades.Webhooks().add({ url: `http://hooks.example:${port}/paid` });
  receiver.spans.length = 0;
  await order();
  await telemetry.flush();
  await work(options, collector);
}, 60_000);

afterAll(async () => {
  if (typeof browser !== 'string') await browser.close();
  await shop.close();
  await telemetry.end();
  receiver.close();
  partner.closeAllConnections();
  partner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The only span with this name in the trace of the page. */
const spanOf = (name: string): ReceivedSpan => {
  const found = receiver.spans.filter((span) => span.name === name && span.traceId === traceId);
  const names = receiver.spans.map((span) => span.name).join(', ');
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} spans "${name}" among ${names}.`);
  return found[0];
};

const hookName = (): string => `webhook order.paid hooks.example:${(partner.address() as AddressInfo).port}`;

describe('one trace from the page to the webhook', () => {
  test('holds the request, its transaction, the jobs of another process, the mail and the webhook', () => {
    const chain = [
      ['POST /orders', server],
      ['dispatch order.confirm', producer],
      ['job order.confirm', consumer],
      ['dispatch taproot.mail', producer],
      ['job taproot.mail', consumer],
      ['mail receipt', client],
      ['dispatch taproot.webhook', producer],
      ['job taproot.webhook', consumer],
      [hookName(), client],
    ] as const;
    expect(chain.map(([name]) => [name, spanOf(name).kind])).toEqual(chain);
    const statements = receiver.spans.filter(({ traceId: one }) => one === traceId).map(({ name }) => name);
    expect(statements).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
  });

  test('has each span below what began it', () => {
    expect(spanOf('POST /orders').parentSpanId).toBe(pageSpan);
    for (const [child, parent] of [
      ['job order.confirm', 'dispatch order.confirm'],
      ['dispatch taproot.mail', 'job order.confirm'],
      ['job taproot.mail', 'dispatch taproot.mail'],
      ['mail receipt', 'job taproot.mail'],
      ['dispatch taproot.webhook', 'job order.confirm'],
      ['job taproot.webhook', 'dispatch taproot.webhook'],
      [hookName(), 'job taproot.webhook'],
    ] as const)
      expect([child, spanOf(child).parentSpanId]).toEqual([child, spanOf(parent).spanId]);
  });

  test('links each job to the span that sent it, by the conventions for messaging', () => {
    for (const job of ['order.confirm', 'taproot.mail', 'taproot.webhook']) {
      const [sent, processed] = [spanOf(`dispatch ${job}`), spanOf(`job ${job}`)];
      expect(processed.links).toEqual([expect.objectContaining({ traceId, spanId: sent.spanId })]);
      const common = { 'messaging.system': 'taproot', 'messaging.destination.name': 'default' };
      expect(sent.attributes).toMatchObject({ ...common, 'messaging.operation.type': 'send' });
      expect(processed.attributes).toMatchObject({ ...common, 'messaging.operation.type': 'process' });
      expect(sent.attributes['messaging.message.id']).toBe(processed.attributes['messaging.message.id']);
    }
    expect(spanOf('dispatch order.confirm').links ?? []).toEqual([]);
  });

  test('goes on in the webhook, by the span that sends it, and says what the endpoint answered', () => {
    const sent = spanOf(hookName());
    expect(hooks.map(({ headers }) => headers['traceparent'])).toEqual([`00-${traceId}-${sent.spanId}-01`]);
    expect(JSON.parse(hooks[0]?.body ?? '')).toMatchObject({ type: 'order.paid', data: { order: 1 } });
    expect(sent.attributes).toMatchObject({ 'http.response.status_code': 204, 'http.request.method': 'POST' });
    expect(mails.map(({ parsed }) => parsed.subject)).toEqual(['Your order 1: thank you – and welcome']);
  });

  test('has no span outside: nothing of the request or the worker begins a trace of its own', () => {
    const others = receiver.spans.filter((span) => span.traceId !== traceId && !span.name.startsWith('command'));
    expect(others.filter(({ name }) => /job|dispatch|mail|webhook/.test(name))).toEqual([]);
  });
});

/** What axe finds that is serious. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
};

/** Takes a picture of a page for the documentation, down to the end of an element. */
const picture = async (page: Page, name: string, last: string): Promise<void> => {
  const box = await page.locator(last).last().boundingBox();
  const clip = { x: 0, y: 0, width: 1120, height: (box?.y ?? 0) + (box?.height ?? 0) + 24, scale: 1 };
  const session = await page.context().newCDPSession(page);
  const wanted = { format: 'webp', quality: 70, clip, captureBeyondViewport: true } as const;
  const { data } = await session.send('Page.captureScreenshot', wanted);
  writeFileSync(join(pictures ?? '', `${name}.webp`), Buffer.from(data, 'base64'));
};

/** A page of devtools in each colour scheme, judged by axe. Its picture has its `name`, and ends with the element `last`. */
const look = async (path: string, name: string, last: string): Promise<void> => {
  const page = await newPage();
  await page.setExtraHTTPHeaders(bearer(shop));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`http://127.0.0.1:${portOf(shop)}${path}`);
    expect([name, colorScheme, await faultsOf(page)]).toEqual([name, colorScheme, []]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (pictures !== null && pictured.has(`${name}-${colorScheme}`))
      await picture(page, `${name}-${colorScheme}`, last);
  }
  await page.context().close();
};

const inBrowser = typeof browser === 'string' ? test.skip : test;

describe('devtools', () => {
  const pathOf = async (): Promise<string> => {
    const requests = JSON.parse((await ask(shop, '/_taproot/requests.json')).text) as { id: number; target: string }[];
    return `/_taproot/requests/${requests.find(({ target }) => target === '/orders')?.id}`;
  };

  test('the page of the request has the jobs of the other process, each with its own steps', async () => {
    const { text } = await ask(shop, await pathOf());
    const parts = text.slice(text.indexOf('Work that followed')).split('<article').slice(1);
    const steps = parts.map((part) => [...part.matchAll(/class="kind k-[\w-]+">([\w-]+)<\/span> <code>([^<]*)/g)]);
    const shown = steps.map((found) => found.map(([, kind, name]) => `${kind} ${name}`));
    expect(shown.map(([first]) => first)).toEqual(['job order.confirm', 'job taproot.mail', 'job taproot.webhook']);
    expect(shown[0]).toEqual(expect.arrayContaining(['dispatch taproot.mail', 'dispatch taproot.webhook']));
    expect(shown[0]?.filter((step) => step.startsWith('query select'))).not.toEqual([]);
    expect(shown[1]).toContain('mail receipt');
    expect(shown[2]).toContain(hookName());
    expect(parts[2]).toContain('status 204');
  });

  test('the page of another request has none of it', async () => {
    await ask(shop, '/');
    const requests = JSON.parse((await ask(shop, '/_taproot/requests.json')).text) as { id: number; target: string }[];
    const { text } = await ask(shop, `/_taproot/requests/${requests.find(({ target }) => target === '/')?.id}`);
    expect(text).not.toContain('Work that followed');
  });

  inBrowser('the page of the request reads well in light and dark', async () => {
    await look(await pathOf(), 'devtools-jobs', '.later');
  });

  inBrowser('the page of the mail reads well in light and dark', async () => {
    const { text } = await ask(shop, '/_taproot/mail');
    const [path = ''] = /\/_taproot\/mail\/[\w-]+/.exec(text) ?? [];
    await look(path, 'devtools-mail', 'pre.panel');
  });
});
