import type { AnySocket, SocketTypes } from '@taproot/client/socket';
import type { Application } from '@taproot/core';
import type { Actor } from '@taproot/core/internal';
import type { Http } from '@taproot/routing';
import type { WireRequest } from '@taproot/routing/in-process';
import { errors } from '../errors.ts';
import { cookieHeader } from './cookie-header.ts';
import { CookieJar, type CookieTarget } from './cookie-jar.ts';
import { encodeBody, type TestBody } from './encode-body.ts';
import { openSocket } from './open-socket.ts';
import { type GivenInput, type KnownRoutes, type NoRoutes, type RouteRequest, routeRequest } from './route-request.ts';
import { openReply, sendRequest } from './send-request.ts';
import { TestRequest } from './test-request.ts';
import { TestSocket } from './test-socket.ts';

/** The target of a request: the value of `Host`, the request target, and whether the connection is encrypted. */
interface Target {
  readonly host: string;
  readonly target: string;
  readonly secure: boolean;
}

const absolute = /^(https?):\/\/([^/?#]*)([^]*)$/i;

/** Characters that a browser would encode; everything else is sent unchanged. */
const encoded = (path: string): string => path.replaceAll(/[^\u0021-\u007e]+/gu, encodeURIComponent);

/** Reads `/posts?page=2` as a path of `localhost`, and `https://example.com/posts` as a path of that host. */
const parseTarget = (uri: string): Target => {
  const [, scheme = 'http', host = 'localhost', path = uri] = absolute.exec(uri) ?? [];
  const target = path.startsWith('/') ? path : `/${path}`;
  return { host, target: encoded(target), secure: scheme.toLowerCase() === 'https' };
};

type Texts = Readonly<Record<string, string>>;

/** The parts of every request of a client. Header names are lower case. */
interface Settings {
  readonly app: Application;
  readonly headers: Texts;
  readonly cookies: Texts;
  /** Keeps the cookies of responses; null if cookies are not kept. */
  readonly jar: CookieJar | null;
  readonly ip: string;
  readonly actor: Actor | null;
}

const lowerCase = (headers: Texts): Texts =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const cookieTarget = ({ headers, target, secure = false }: WireRequest): CookieTarget => ({
  host: String(headers['host']),
  target,
  secure,
});

/** A user, as the provider of a guard returns it. A test client or a promise does not compile. */
export type ActingUser = object & {
  /** Only test clients have this member, so they do not fit. */
  readonly actingAs?: never;
  /** Only promises have this member, so they do not fit. */
  readonly then?: never;
};

/**
 * Sends requests through the whole application, in process. A client never changes: `with...`, `accept` and `from`
 * return a new one, so tests can share a client.
 */
export class TestClient<Known extends KnownRoutes<Known> = NoRoutes> {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** A client that also sends this header. */
  withHeader(name: string, value: string): TestClient<Known> {
    return this.withHeaders({ [name]: value });
  }

  /** A client that also sends these headers. */
  withHeaders(headers: Texts): TestClient<Known> {
    return this.#with({ headers: { ...this.#settings.headers, ...lowerCase(headers) } });
  }

  /** A client that does not send this header. */
  withoutHeader(name: string): TestClient<Known> {
    const { [name.toLowerCase()]: _removed, ...headers } = this.#settings.headers;
    return this.#with({ headers });
  }

  /** A client that also sends this cookie; its value is URL-encoded where necessary. */
  withCookie(name: string, value: string): TestClient<Known> {
    return this.withCookies({ [name]: value });
  }

  /** A client that also sends these cookies; their values are URL-encoded where necessary. */
  withCookies(cookies: Texts): TestClient<Known> {
    return this.#with({ cookies: { ...this.#settings.cookies, ...cookies } });
  }

  /**
   * A client that stores the cookies of responses and sends them with later requests as a browser does: by host, path,
   * `Secure` and expiry. Clients made from it share its cookies. A cookie of `withCookie()` replaces a stored one with
   * the same name.
   *
   * @example
   * const browser = http(app).keepCookies();
   * await browser.post('/login', { email, password }).assertOk();
   * await browser.get('/me').assertOk();
   */
  keepCookies(): TestClient<Known> {
    return this.#with({ jar: new CookieJar() });
  }

  /** A client that sends `Authorization: Bearer <token>`. */
  withToken(token: string, type = 'Bearer'): TestClient<Known> {
    return this.withHeader('Authorization', `${type} ${token}`);
  }

  /** A client that sends user and password by Basic authentication (RFC 7617), in UTF-8. */
  withBasicAuth(user: string, password: string): TestClient<Known> {
    return this.withToken(Buffer.from(`${user}:${password}`).toString('base64'), 'Basic');
  }

  /** A client that sends this `Accept` header: `application/json` for errors as JSON. */
  accept(type: string): TestClient<Known> {
    return this.withHeader('Accept', type);
  }

  /**
   * A client whose requests come from this user, without a token, for the guard with this name or the default guard.
   * The user is an object as its provider returns it. A client or a promise in its place does not compile.
   *
   * @throws E_ACTING without the plugin auth, and outside of `APP_ENV=testing`.
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ActingUser itself would refuse the members of a literal
  actingAs<User extends ActingUser>(user: User, guard: string | null = null): TestClient<Known> {
    const { app } = this.#settings;
    if (app.config.app.env !== 'testing') throw errors.E_ACTING({ reason: 'it does not run with APP_ENV=testing' });
    if (!app.registry.facades.has('Auth')) throw errors.E_ACTING({ reason: 'it has no plugin auth' });
    return this.#with({ actor: { user, guard } });
  }

  /** A client with this address; 127.0.0.1 when none is given. */
  from(ip = '127.0.0.1'): TestClient<Known> {
    return this.#with({ ip });
  }

  /** A GET request. `uri` is a path with its query, which is sent unchanged, or an absolute address, whose host goes into `Host`. */
  get(uri: string): TestRequest {
    return this.call('GET', uri);
  }

  /** A HEAD request. */
  head(uri: string): TestRequest {
    return this.call('HEAD', uri);
  }

  /** An OPTIONS request. */
  options(uri: string): TestRequest {
    return this.call('OPTIONS', uri);
  }

  /** A DELETE request, with or without a body. */
  delete(uri: string, body?: TestBody): TestRequest {
    return this.call('DELETE', uri, body);
  }

  /** A POST request. An object is sent as JSON, `FormData` and `URLSearchParams` as forms. */
  post(uri: string, body?: TestBody): TestRequest {
    return this.call('POST', uri, body);
  }

  /** A PUT request; its body is like that of `post()`. */
  put(uri: string, body?: TestBody): TestRequest {
    return this.call('PUT', uri, body);
  }

  /** A PATCH request; its body is like that of `post()`. */
  patch(uri: string, body?: TestBody): TestRequest {
    return this.call('PATCH', uri, body);
  }

  /**
   * A request to a route by its name, with the types of the generated `Routes`: `http<Routes>(app).route('posts.store',
   * { body })`. The test fails if the committed document does not allow the response.
   */
  route<Name extends keyof Known & string>(
    name: Name,
    ...[input]: GivenInput<Known[Name]['input']>
  ): RouteRequest<Known[Name]['result']> {
    const { app } = this.#settings;
    return routeRequest(app, name, input ?? {}, (method, uri, body, headers = {}) => {
      const texts = Object.entries(headers).filter(([, value]) => value !== undefined);
      return this.withHeaders(Object.fromEntries(texts.map(([key, value]) => [key, String(value)]))).call(
        method,
        uri,
        body,
      );
    });
  }

  /** A request of any method. */
  call(method: string, uri: string, body?: TestBody): TestRequest {
    const { app, actor, jar } = this.#settings;
    const { listener }: Http = app.facades.Http();
    return new TestRequest(
      async () => {
        const wire = await this.#wire(method, uri, body);
        const response = await sendRequest(listener, wire, actor);
        jar?.keep(response.headers.getSetCookie(), cookieTarget(wire));
        return response;
      },
      async (signal) => {
        const wire = await this.#wire(method, uri, body);
        const reply = await openReply(listener, { ...wire, signal }, actor);
        jar?.keep(reply.headers['set-cookie'] ?? [], cookieTarget(wire));
        return { sent: wire, reply };
      },
    );
  }

  /**
   * A WebSocket, with the types of its declaration. `open()` connects it, in process.
   * @example
   * await using client = await http(app).socket<typeof room>('/rooms/7').open();
   * client.send('say', { text: 'Hello' });
   * await client.assertNext('said', { text: 'Hello' });
   */
  socket<Declared extends SocketTypes = AnySocket>(uri: string): TestSocket<Declared> {
    const { app, actor } = this.#settings;
    return new TestSocket(async () => openSocket(app.facades.Http(), await this.#wire('GET', uri, undefined), actor));
  }

  async #wire(method: string, uri: string, body: TestBody | undefined): Promise<WireRequest> {
    const { headers, cookies, jar, ip } = this.#settings;
    const { host, target, secure } = parseTarget(uri);
    const encoded = body === undefined ? null : await encodeBody(body);
    const kept = jar?.pairs({ host: headers['host'] ?? host, target, secure }, cookies) ?? [];
    const cookie = [...kept, cookieHeader(cookies)].filter((pair) => pair !== '').join('; ');
    const sent = {
      host,
      ...(cookie === '' ? {} : { cookie }),
      ...(encoded === null ? {} : { 'content-type': encoded.type }),
      ...headers,
    };
    return { method, target, headers: sent, body: encoded?.bytes ?? null, ip, secure };
  }

  #with(changes: Partial<Settings>): TestClient<Known> {
    return new TestClient<Known>({ ...this.#settings, ...changes });
  }
}

/**
 * A client of the application: `await http(app).get('/posts/1').assertOk().assertJsonPath('title', 'Hello')`.
 * With the generated types it also calls routes by their names: `http<Routes>(app).route('posts.show', { params: { id: 1 } })`.
 */
export const http = <Known extends KnownRoutes<Known> = NoRoutes>(app: Application): TestClient<Known> =>
  new TestClient<Known>({ app, headers: {}, cookies: {}, jar: null, ip: '127.0.0.1', actor: null });
