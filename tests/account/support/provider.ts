import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Readonly<Record<string, unknown>>;

// Making keys takes longer than a test.
const [own, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey) as [
  KeyObject,
  KeyObject,
];

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider of OpenID Connect and of GitHub's OAuth 2 on the loopback. A test tells it whom it knows and how it fails. */
export class FakeProvider {
  /** What it says of the user. */
  claims: Claims = { sub: 'g-1', email: 'ada@example.com', email_verified: true, name: 'Ada' };
  /** Claims of the identity token that are wrong. */
  wrong: Claims = {};
  /** Signs with another key than it publishes. */
  forges = false;
  /** The header of identity tokens. */
  header: Claims = { alg: 'RS256', kid: '1' };
  /** What GitHub says of the user. */
  github: Claims = { id: 42, login: 'ada', name: 'Ada' };
  emails: readonly Claims[] = [{ email: 'ada@example.com', primary: true, verified: true }];
  readonly client = { id: 'shop', secret: 'secret of the shop' };
  readonly #codes = new Map<
    string,
    { readonly nonce: string; readonly challenge: string; readonly callback: string }
  >();
  #server: Server | null = null;

  async open(): Promise<this> {
    this.#server = createServer((req, res) => {
      // A browser comes here itself; its user agrees at once.
      if (/^\/(?:login\/oauth\/)?authorize\?/.test(req.url ?? '')) {
        res.writeHead(303, { location: this.agree(this.issuer + req.url) }).end();
        return;
      }
      void this.#answer(req).then(({ status, body }) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    await Promise.resolve();
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo | undefined)?.port ?? 0}`;
  }

  /** What the user does at the provider, who agrees: the address to which the browser is sent back. */
  agree(address: string): string {
    const { searchParams } = new URL(address);
    const get = (name: string): string => searchParams.get(name) ?? '';
    const code = randomBytes(8).toString('hex');
    const callback = get('redirect_uri');
    this.#codes.set(code, { nonce: get('nonce'), challenge: get('code_challenge'), callback });
    return `${callback}?${new URLSearchParams({ code, state: get('state'), iss: this.issuer }).toString()}`;
  }

  async #answer(req: IncomingMessage): Promise<{ readonly status: number; readonly body: unknown }> {
    const { pathname } = new URL(req.url ?? '', this.issuer);
    if (pathname === '/.well-known/openid-configuration') return { status: 200, body: this.#metadata() };
    if (pathname === '/jwks') return { status: 200, body: { keys: [this.#jwk()] } };
    if (pathname === '/token' || pathname === '/login/oauth/access_token') return this.#tokens(await text(req));
    if (pathname === '/userinfo') return { status: 200, body: this.claims };
    if (pathname === '/user') return { status: 200, body: this.github };
    if (pathname === '/user/emails') return { status: 200, body: this.emails };
    return { status: 404, body: {} };
  }

  #tokens(form: string): { readonly status: number; readonly body: unknown } {
    const fields = new URLSearchParams(form);
    const known = this.#codes.get(fields.get('code') ?? '');
    this.#codes.delete(fields.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = fields.get('client_id') === this.client.id && fields.get('client_secret') === this.client.secret;
    if (
      known === undefined ||
      !isClient ||
      known.challenge !== challenge ||
      known.callback !== fields.get('redirect_uri')
    )
      return { status: 400, body: { error: 'invalid_grant' } };
    const { callback: _callback, challenge: _challenge, nonce } = known;
    const id_token = this.#token(nonce);
    return { status: 200, body: { access_token: 'a', token_type: 'bearer', ...(nonce === '' ? {} : { id_token }) } };
  }

  #token(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: this.issuer, aud: this.client.id, iat: now, exp: now + 300, nonce };
    const signed = `${part(this.header)}.${part({ ...standard, ...this.claims, ...this.wrong })}`;
    const key = this.forges ? other : own;
    const signature =
      this.header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url');
    return `${signed}.${signature}`;
  }

  #jwk(): unknown {
    return { ...createPublicKey(own).export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' };
  }

  #metadata(): unknown {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    };
  }
}
