import type { Application } from '@taproot/core';
import { type FakeMail, fakeMail } from '@taproot/mail/testing';
import { http, type TestClient, type TestRequest } from '@taproot/testing';

export const ada = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' };

/** A person with a browser: it keeps cookies, says on which page a form was, and follows no redirect. */
export class Person {
  readonly #client: TestClient;
  readonly #mails: FakeMail;

  constructor(app: Application, mails: FakeMail, ip = '192.0.2.1') {
    this.#mails = mails;
    this.#client = http(app).keepCookies().from(ip).accept('text/html').withHeader('Sec-Fetch-Site', 'same-origin');
  }

  get(path: string): TestRequest {
    return this.#client.get(path);
  }

  /** Sends the form of a page. */
  post(path: string, fields: Readonly<Record<string, string>> = {}, page = path): TestRequest {
    return this.#client.withHeader('Referer', `http://localhost${page}`).post(path, new URLSearchParams(fields));
  }

  /** The path of the link in the last mail to an address. */
  link(email = ada.email): string {
    const mail = this.#mails.sent(({ to }) => to.some(({ address }) => address === email)).at(-1);
    return /http:\/\/localhost(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  /** Registers, and is logged in. */
  async register({ name, email, password } = ada): Promise<this> {
    await this.post('/register', { name, email }).assertRedirect('/register');
    await this.post(this.link(email), { password }).assertRedirect('/account');
    return this;
  }

  async login({ email, password } = ada, more: Readonly<Record<string, string>> = {}): Promise<string> {
    return (await this.post('/login', { email, password, ...more })).headers.get('location') ?? '';
  }

  /** Whether somebody is logged in. */
  async isIn(): Promise<boolean> {
    return (await this.get('/account')).status === 200;
  }
}

/** People with browsers, in front of one application whose mails are kept. */
export const people = (app: Application) => {
  const mails = fakeMail(app);
  return { mails, person: (ip?: string) => new Person(app, mails, ip) };
};
