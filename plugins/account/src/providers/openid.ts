import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type GitHubProviderConfig, isLoopback, type ProviderConfig } from '../config.ts';
import type { PendingSignIn, Profile } from './profile.ts';

/** The name of a provider, its settings, and seconds for each of its answers. */
export interface Client {
  readonly name: string;
  readonly provider: ProviderConfig;
  readonly configuration: Configuration;
}

/** Most providers take both; what they list counts, else what RFC 8414 names as the default. */
const authentication =
  (secret: string): ClientAuth =>
  (server, client, body, headers) => {
    const posts = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    (posts ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers);
  };

const github = ({ url = 'https://github.com', client_id, client_secret }: GitHubProviderConfig): Configuration => {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  return new Configuration(server, client_id, client_secret, ClientSecretPost(client_secret));
};

/** Reads the settings of a provider. Rejects when it does not answer. */
export const openClient = async (name: string, provider: ProviderConfig, timeout: number): Promise<Client> => {
  if (provider.driver === 'github') {
    const configuration = github(provider);
    configuration.timeout = timeout;
    if (isLoopback(provider.url ?? 'https://github.com')) allowInsecureRequests(configuration);
    return { name, provider, configuration };
  }
  const { issuer, client_id, client_secret } = provider;
  // Without these checks, the signature of a token that came over TLS would not be looked at.
  const execute = [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])];
  const auth = authentication(client_secret);
  const configuration = await discovery(new URL(issuer), client_id, client_secret, auth, { execute, timeout });
  configuration.timeout = timeout;
  return { name, provider, configuration };
};

const scopesOf = (provider: ProviderConfig): string =>
  provider.driver === 'github' ? 'read:user user:email' : (provider.scopes ?? ['openid', 'email', 'profile']).join(' ');

/** The address to which the browser is sent, and what must come back with it. */
export const authorization = async (
  { name, provider, configuration }: Client,
  callback: string,
): Promise<{ readonly url: string; readonly pending: PendingSignIn }> => {
  const pending = { provider: name, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: scopesOf(provider),
    state: pending.state,
    ...(provider.driver === 'oidc' ? { nonce: pending.nonce } : {}),
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, pending };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Exchanges the code of a callback for the profile of the user. Rejects for everything that is not as it must be. */
export const profileOf = async (client: Client, callback: string, pending: PendingSignIn): Promise<Profile> => {
  const { name, provider, configuration } = client;
  const isOidc = provider.driver === 'oidc';
  const tokens = await authorizationCodeGrant(configuration, new URL(callback), {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    ...(isOidc ? { expectedNonce: pending.nonce, idTokenExpected: true } : {}),
  });
  if (!isOidc) return githubProfile(client, tokens.access_token);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider sent no identity token');
  const asks = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  return {
    provider: name,
    subject: claims.sub,
    email: textOf(more['email']).toLowerCase() || null,
    // Some providers write it as text.
    emailVerified: more['email_verified'] === true || more['email_verified'] === 'true',
    name: textOf(more['name']),
  };
};

const githubProfile = async ({ name, provider, configuration }: Client, token: string): Promise<Profile> => {
  const { api = 'https://api.github.com' } = provider as GitHubProviderConfig;
  const read = async (path: string): Promise<unknown> => {
    const reply = await fetchProtectedResource(configuration, token, new URL(api + path), 'GET');
    if (!reply.ok) throw new Error(`GitHub answered ${reply.status} for ${path}`);
    return reply.json();
  };
  const [user, emails] = await Promise.all([read('/user'), read('/user/emails')]);
  const { id, login, name: full } = Object(user) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'number') throw new Error('GitHub did not say who the user is');
  const listed: readonly unknown[] = Array.isArray(emails) ? emails : [];
  const primary = listed
    .map((email) => Object(email) as Readonly<Record<string, unknown>>)
    .find((email) => email['primary'] === true);
  return {
    provider: name,
    subject: String(id),
    email: textOf(primary?.['email']).toLowerCase() || null,
    emailVerified: primary?.['verified'] === true,
    name: textOf(full) || textOf(login),
  };
};
