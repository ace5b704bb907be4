import type { Server } from 'node:http';
import type { Application } from '@taproot/core';
import { perApp } from '@taproot/core/plugin';
import { upgradeOf } from '@taproot/routing/internal';

/** The server object of Fastify, which never listens; null until Fastify is loaded. */
export const nativeServerOf = perApp((): { server: Server | null } => ({ server: null }));

/**
 * Passes upgrades of our server to Fastify's server, because plugins such as @fastify/websocket listen there. If Fastify's server has no
 * listener, an upgrade gets a response like any request.
 */
export const passUpgrades = (app: Application, server: Pick<Server, 'on'>): void => {
  const native = nativeServerOf(app).server;
  if (native === null || native.listenerCount('upgrade') === 0) return;
  server.on('upgrade', (req, socket, head) => {
    // A route that declares upgrades has it already.
    if (upgradeOf(req) === undefined) native.emit('upgrade', req, socket, head);
  });
};
