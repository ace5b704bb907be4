import type { Response } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { checkConfig, websocketDefaults } from './config.ts';
import type { Presence } from './presence/presence.ts';
import { checkRules } from './receives.ts';
import { isSocket, type Socket } from './socket.ts';
import { openSockets, type Sockets } from './sockets.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The members of rooms on all processes, and the open WebSockets of this one: `facades.Sockets().members()`. */
    Sockets(): Sockets;
  }
  interface RequestMethods {
    /** The response that opens a socket; `route.socket()` calls it. */
    openSocket(socket: Socket): Promise<Response>;
  }
}

/**
 * WebSockets: `socket()` declares one, `route.socket()` registers it, `facades.Sockets()` finds the open ones. Messages are validated by rules,
 * and rooms are channels of broadcasts. Settings are in config/websocket.ts. `options` are settings of that file, and win over it. Take it
 * from `@taproot/websocket`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), validation(), broadcast(), websocket()])
 */
export const websocket = (options?: Options<'websocket'>) =>
  definePlugin({
    name: 'websocket',
    requires: ['routing', 'validation', 'broadcast'],
    after: ['redis'],
    config: { websocket: websocketDefaults },
    options: { websocket: options },
    facades: { Sockets: (app) => openSockets(app).facade },
    request: {
      openSocket: (ctx, app) => async (socket) =>
        (await import('./socket-server.ts')).socketServerOf(app).answer(ctx, socket),
    },
    apply(app) {
      checkConfig(app.config.websocket);
      let beat: NodeJS.Timeout | undefined;
      let presence: Presence | null = null;
      // A wrong store of members stops the boot.
      app.hooks.ready.tapPromise('websocket', async () => {
        presence = openSockets(app).open.presence;
        for (const declared of app.facades.Route().getSockets().filter(isSocket)) await checkRules(app, declared.parts);
      });
      app.hooks.start.tap('websocket', () => {
        beat = setInterval(() => {
          for (const client of openSockets(app).open.clients) client.beat();
        }, app.config.websocket.heartbeat * 1000).unref();
      });
      app.hooks.shutdown.tapPromise('websocket', async () => {
        clearInterval(beat);
        await presence?.close();
      });
    },
  });
