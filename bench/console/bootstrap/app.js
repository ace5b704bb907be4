// An application of all plugins that the skeleton has, with 1,000 routes: what `route:list` lists.
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

/** One of 200 resources: five routes. */
class Controller {
  index() {}
  show() {}
  store() {}
  update() {}
  destroy() {}
}

export const boot = () =>
  setup(null, { basePath: import.meta.dirname })
    .withPlugins([consoleKernel(), routing(), cors(), throttle(), lang(), validation(), database(), auth()])
    .withRouting((route) => {
      for (let at = 0; at < 200; at++) route.resource(`/things-${at}`, new Controller());
    })
    .create();
