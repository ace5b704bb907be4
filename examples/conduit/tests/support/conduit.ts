import { expect } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { breaches } from './contract.ts';
import type { Prism } from './prism.ts';

interface Asked {
  /** Values of the parameters in the path. Names that the path does not have go into the query. */
  readonly with?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The `token` of the user who sends the request. */
  readonly as?: string;
}

interface Sent {
  readonly body?: object | undefined;
  /** Token of the user who sends the request. */
  readonly as?: string | undefined;
  /** Address of the client; the address of this Conduit when left out. */
  readonly from?: string;
}

interface ConduitOptions {
  readonly answered?: Set<string>;
  readonly address?: string;
  readonly prism?: Prism | null;
}

/** Calls a running Conduit by the operations of its document, and checks every response against it. */
export class Conduit {
  readonly app: Application;
  /** The responses so far, as `POST /users 409`. */
  readonly answered: Set<string>;
  /** The address of the client for calls without `from`. */
  readonly address: string;
  readonly #prism: Prism | null;

  constructor(app: Application, { answered = new Set(), address = '127.0.0.1', prism = null }: ConduitOptions = {}) {
    this.app = app;
    this.answered = answered;
    this.address = address;
    this.#prism = prism;
  }

  /** The body of the answer to `POST /users`; the status must be `status`. */
  async call<Body = unknown>(
    status: number,
    operation: string,
    { with: values = {}, body, as }: Asked = {},
  ): Promise<Body> {
    const [method = '', path = ''] = operation.split(' ');
    const query = new URLSearchParams();
    let url = path;
    for (const [name, value] of Object.entries(values)) {
      if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(value));
      else query.set(name, String(value));
    }
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const response = await this.send(method, `${url}${search}`, { body, as });
    const answer: Body = JSON.parse(response.text === '' ? '""' : response.text);
    expect([operation, response.status, answer]).toEqual([operation, status, answer]);
    expect([operation, status, ...breaches(method, path, status, answer)]).toEqual([operation, status]);
    this.answered.add(`${operation} ${status}`);
    return answer;
  }

  /** The response of a path under /api; through Prism, if Prism runs. */
  async send(method: string, path: string, { body, as, from = this.address }: Sent = {}) {
    const target = `/api${path}`;
    if (this.#prism === null) {
      const stranger = http(this.app).from(from);
      const client = as === undefined ? stranger : stranger.withToken(as, 'Token');
      const { status, headers, text, error } = await client.call(method, target, body);
      if (status >= 500) throw error;
      return { status, headers, text };
    }
    const headers = as === undefined ? {} : { authorization: `Token ${as}` };
    const { violations, ...response } = await this.#prism.send({ method, path: target, headers, body, from });
    expect([method, target, response.status, violations]).toEqual([method, target, response.status, []]);
    return response;
  }

  /** Registers a user of this name and returns the token. */
  async register(username: string): Promise<string> {
    const user = { username, email: `${username}@example.com`, password: `${username}'s password` };
    const answer = await this.call<{ user: { token: string } }>(201, 'POST /users', { body: { user } });
    return answer.user.token;
  }

  /** Publishes an article and gives its slug. */
  async publish(
    as: string,
    article: { title: string; description?: string; body?: string; tagList?: string[] },
  ): Promise<string> {
    const body = { article: { description: 'About it', body: 'All of it', ...article } };
    const answer = await this.call<{ article: { slug: string } }>(201, 'POST /articles', { as, body });
    return answer.article.slug;
  }
}
