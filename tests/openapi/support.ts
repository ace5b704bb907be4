import { join } from 'node:path';
import { broadcast } from '@taproot/broadcast';
import { type Application, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { type Webhook, webhooks } from '@taproot/webhooks';
import { websocket } from '@taproot/websocket';
import { Silent, Sku } from './fixture/app/rules.ts';

/** The application whose code is read. */
export const fixture = join(import.meta.dirname, 'fixture');

/** An application of these routes, in the folder of the fixture unless another is given. */
export const boot = (
  register: (route: RootRouter) => void,
  folder = fixture,
  config = {},
  sent: readonly Webhook[] = [],
): Promise<Application> =>
  setup(null, { basePath: folder, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), broadcast(), websocket(), webhooks(), openapi()])
    .withConfig({ openapi: config })
    .withRules([new Sku(), new Silent()])
    .withWebhooks(sent)
    .withRouting(register)
    .create();
