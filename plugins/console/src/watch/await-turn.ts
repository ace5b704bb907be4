import { once } from 'node:events';

/**
 * Run by a server that `serve --watch` started: reports that its sources are loaded, and waits until the server before
 * it has closed. The process ends when the one that watches does, however that one ended.
 */
export const awaitTurn = async (): Promise<void> => {
  if (process.send === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send('loaded');
  await once(process, 'message');
  process.channel?.unref();
};
