import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import type { Http, RootRouter } from '@taproot/routing';
import { escapeHtml } from '@taproot/routing/pages';
import { home } from '../home.ts';
import { configPage, hooksPage } from '../pages/application.ts';
import { comparePage } from '../pages/compare.ts';
import { page } from '../pages/layout.ts';
import { logsPage } from '../pages/logs.ts';
import { mailPage, mailsPage } from '../pages/mail.ts';
import { requestPage } from '../pages/request.ts';
import { requestsPage } from '../pages/requests.ts';
import { routesPage } from '../pages/routes.ts';
import { script } from '../pages/script.ts';
import { style } from '../pages/style.ts';
import { ApiReader, type ApiState } from '../reading/api-reader.ts';
import type { Journal } from '../recorder/journal.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { Gate } from './gate.ts';
import { Live } from './live.ts';
import { replay } from './replay.ts';
import { redirect, send, sendFramed } from './reply.ts';
import { summaryOf } from './summary.ts';

/** The answer to requests without the token. It reveals nothing about the application. */
const strange =
  'Open the address that the server prints when it starts: its token lets this browser in. Programs send it as Authorization: Bearer <token>.\n';

/** The pages under `/_taproot`. */
export class Site {
  readonly #app: Application;
  readonly #recorder: Recorder;
  readonly #journal: Journal;
  readonly #live: Live;
  readonly #api: ApiReader;
  readonly #gate: Gate;

  constructor(app: Application, recorder: Recorder, journal: Journal) {
    this.#app = app;
    this.#recorder = recorder;
    this.#journal = journal;
    this.#live = new Live(recorder);
    this.#api = new ApiReader(app);
    this.#gate = new Gate(devtoolsToken(app));
  }

  /** Answers a request that the gate let in. Never throws. */
  answer(req: IncomingMessage, res: ServerResponse): void {
    this.#answer(req, res).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else
        this.#html(
          res,
          500,
          page('Failed', `<h1>This page failed</h1><pre class="panel">${escapeHtml(String(error))}</pre>`),
        );
    });
  }

  close(): void {
    this.#live.close();
    this.#api.close();
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [address = ''] = (req.url ?? '').split('?', 1);
    const path = address.slice(home.length);
    req.resume();
    const admission = this.#gate.admit(req);
    if (admission === 'cookie') return redirect(res, address, this.#gate.cookie);
    if (admission === 'out') return send(res, 403, 'text/plain', strange);
    if (req.method === 'POST') return this.#post(path, res);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return send(res, 405, 'text/plain', 'Only GET is answered here.');
    const [, id] = /^\/requests\/(\d+)$/.exec(path) ?? [];
    if (id !== undefined) return this.#request(res, Number(id));
    const [, one, other] = /^\/compare\/(\d+)\/(\d+)$/.exec(path) ?? [];
    if (one !== undefined) return this.#compare(res, Number(one), Number(other));
    if (path.startsWith('/ids/')) return this.#named(res, path.slice(5));
    if (path === '/logs') return this.#logs(res, req.url ?? '');
    if (path === '/mail' || path.startsWith('/mail/')) return this.#mail(res, path.slice(6));
    // The script of the page loads this later, because reading the code takes seconds.
    if (path === '/routes/whole') return this.#showRoutes(res, await this.#api.read());
    return this.#get(path, res);
  }

  #get(path: string, res: ServerResponse): void {
    switch (path) {
      case '':
      case '/':
        return this.#html(res, 200, requestsPage(this.#recorder.ring.all));
      case '/live':
        return this.#live.open(res);
      case '/requests.json':
        return send(
          res,
          200,
          'application/json',
          JSON.stringify(this.#recorder.ring.all.map((one) => summaryOf(one, this.#routes))),
        );
      case '/routes':
        return this.#showRoutes(res, this.#api.state);
      case '/hooks':
        return this.#html(res, 200, hooksPage(this.#app));
      case '/config':
        return this.#html(res, 200, configPage(this.#app));
      case '/devtools.css':
        return send(res, 200, 'text/css', style);
      case '/devtools.js':
        return send(res, 200, 'text/javascript', script);
      default:
        return this.#missing(res);
    }
  }

  #logs(res: ServerResponse, target: string): void {
    const hasLog = this.#app.provided('notice') !== null;
    const query = new URLSearchParams(target.split('?')[1] ?? '');
    const { all: entries } = this.#journal;
    this.#html(res, 200, logsPage({ entries, recordings: this.#recorder.ring.all, hasLog, query }));
  }

  async #mail(res: ServerResponse, rest: string): Promise<void> {
    const mailbox = this.#app.provided('mailbox');
    if (rest === '') return this.#html(res, 200, mailsPage(mailbox === null ? null : await mailbox.all()));
    const [id = '', part] = rest.split('/');
    const mail = (await mailbox?.find(id)) ?? null;
    if (mail === null) return this.#html(res, 404, page('No such mail', '<h1>No such mail</h1>', 'Mail'));
    if (part === 'html') return sendFramed(res, mail.html ?? '');
    this.#html(res, 200, mailPage(mail));
  }

  #showRoutes(res: ServerResponse, api: ApiState): void {
    const { basePath: folder } = this.#app;
    this.#html(res, 200, routesPage({ routes: this.#routes, api, recordings: this.#recorder.ring.all, folder }));
  }

  #request(res: ServerResponse, id: number): void {
    const recording = this.#recorder.ring.find(id);
    if (recording === null) return this.#missing(res);
    const { route, method } = recording;
    const before = this.#recorder.ring.all.find(
      (one) => one.id < id && route !== null && one.route === route && one.method === method,
    );
    const works = this.#recorder.works.ofRequest(recording.requestId);
    this.#html(res, 200, requestPage({ recording, routes: this.#routes }, before ?? null, works));
  }

  #compare(res: ServerResponse, one: number, other: number): void {
    const [a, b] = [this.#recorder.ring.find(one), this.#recorder.ring.find(other)];
    if (a === null || b === null) return this.#missing(res);
    this.#html(res, 200, comparePage(a, b));
  }

  /** A request by the id that logs and error pages have. */
  #named(res: ServerResponse, encoded: string): void {
    // Compares encoded ids, because decoding fails for a single percent sign.
    const recording = this.#recorder.ring.all.find((one) => encodeURIComponent(one.requestId) === encoded);
    if (recording === undefined) return this.#missing(res);
    redirect(res, `${home}/requests/${recording.id}`);
  }

  async #post(path: string, res: ServerResponse): Promise<void> {
    const [, id] = /^\/requests\/(\d+)\/replay$/.exec(path) ?? [];
    const recording = id === undefined ? null : this.#recorder.ring.find(Number(id));
    const http: Http = this.#app.facades.Http();
    const url = http.address?.url;
    if (recording === null || url === undefined) return this.#missing(res);
    const made = await replay(recording, this.#recorder, new URL(url));
    redirect(res, made === null ? home : `${home}/requests/${made}`);
  }

  get #routes(): readonly RouteInfo[] {
    const router: RootRouter = this.#app.facades.Route();
    return router.getRoutes();
  }

  #missing(res: ServerResponse): void {
    const body = `<h1>Nothing is here</h1><p class="lead">The last 200 requests are kept. An older one is gone, and so are all of them after a restart.</p><p><a href="${home}">All requests</a></p>`;
    this.#html(res, 404, page('Nothing is here', body));
  }

  #html(res: ServerResponse, status: number, html: string): void {
    send(res, status, 'text/html', html);
  }
}
