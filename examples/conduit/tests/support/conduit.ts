import { expect } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { breaches } from './contract.ts';

interface Asked {
  /** Values of the parameters in the path, or of the query where the path has none of the name. */
  readonly with?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Who asks: the `token` of a user. */
  readonly as?: string;
}

/** Calls a running Conduit by the operations of its document, and holds every answer against it. */
export class Conduit {
  readonly app: Application;
  /** What was answered so far, as `POST /users 409`. */
  readonly answered: Set<string>;
  /** Whence it is called. */
  readonly address: string;

  constructor(app: Application, answered = new Set<string>(), address = '127.0.0.1') {
    this.app = app;
    this.answered = answered;
    this.address = address;
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
    const stranger = http(this.app).from(this.address);
    const client = as === undefined ? stranger : stranger.withToken(as, 'Token');
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const response = await client.call(method, `/api${url}${search}`, body);
    if (response.status >= 500) throw response.error;
    const answer: Body = JSON.parse(response.text === '' ? '""' : response.text);
    expect([operation, response.status, answer]).toEqual([operation, status, answer]);
    expect([operation, status, ...breaches(method, path, status, answer)]).toEqual([operation, status]);
    this.answered.add(`${operation} ${status}`);
    return answer;
  }

  /** Registers a user of this name and gives his token. */
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
