import { createServer, Server } from 'node:http';
import { expect, test } from '@jest/globals';
import { listen } from '../../plugins/routing/src/server/listen.ts';
import { httpConfig } from '../routing/server/open-server.ts';

/** A server the system refuses a port, as it does to who may not have those below 1024. */
class Refused extends Server {
  override listen(): this {
    queueMicrotask(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
    return this;
  }
}

test('LC-09 a port the process may not have is an error that names it and says what to do', async () => {
  await expect(listen(new Refused(), httpConfig({ port: 80 }))).rejects.toMatchObject({
    code: 'E_PORT_FORBIDDEN',
    message: expect.stringContaining('127.0.0.1:80') as unknown,
    fix: expect.stringMatching(/\w/) as unknown,
  });
});

test('what the system says beside is passed on as it is', async () => {
  const server = createServer();
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error('listen EPROTO'), { code: 'EPROTO' })));
    return server;
  };
  await expect(listen(server, httpConfig())).rejects.toMatchObject({ code: 'EPROTO' });
});
