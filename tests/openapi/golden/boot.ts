import { type AuthUser, auth, type Identity } from '@taproot/auth';
import { type Application, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { facades, handle } from './app/facades.ts';
import { policies } from './app/policies.ts';
import { Door } from './app/rules.ts';
import { api } from './routes/api.ts';

const identityOf = (user: AuthUser): Identity => ({
  guard: 'partner',
  id: '1',
  user,
  issuedAt: null,
  expiresAt: null,
  session: '1',
  abilities: null,
});

/** An application with one of everything that a document describes. Tokens are those of the user, if one is given. */
export const boot = (user: AuthUser | null = null): Promise<Application> =>
  setup(handle, {
    basePath: import.meta.dirname,
    env: { APP_ENV: 'testing', APP_KEY: 'a key of the test, of more than 32 characters' },
  })
    .withPlugins([routing(), lang(), validation(), throttle(), auth(), openapi()])
    .withConfig({
      auth: {
        providers: { users: { driver: 'none' } },
        guards: { jwt: { driver: 'jwt' }, staff: { driver: 'jwt' }, partner: { driver: 'partner' } },
      },
      openapi: { title: 'Rooms', description: 'Rooms and who sleeps in them.' },
    })
    .withRules([new Door()])
    .withPolicies(policies)
    .withCallback(() => {
      facades
        .Auth()
        .provider('none', () => ({ findById: () => user, findByCredentials: () => null, idOf: () => '1' }))
        .extend('partner', () => ({
          identify: () => user && identityOf(user),
          describe: () => ({ scheme: { type: 'apiKey', in: 'header', name: 'X-Partner' } }),
        }));
    })
    .withRouting(api)
    .create();
