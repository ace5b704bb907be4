import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Recorder } from '../recorder/recorder.ts';
import type { Recording } from '../recorder/recording.ts';

/** Headers that belong to a connection, and not to the request. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  'upgrade',
  'te',
]);

const seconds = 30;

const answered = async (sent: ClientRequest): Promise<void> => {
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
  response.resume();
  await once(response, 'end');
};

/**
 * Sends a recorded request again to its server, with the same headers and body. Resolves to the id of the new recording.
 *
 * @throws when the body was too long to be kept, or the server does not answer.
 */
export const replay = async (recording: Recording, recorder: Recorder, url: URL): Promise<number | null> => {
  const body = recording.received.bytes;
  if (body === null) throw new Error('The body was too long to be kept.');
  const headers = recording.requestHeaders.filter(([name]) => !ofConnection.has(name.toLowerCase()));
  const send = url.protocol === 'https:' ? secureRequest : request;
  const sent = send({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port,
    path: recording.target,
    method: recording.method,
    headers: [...headers, ['content-length', String(body.length)], ['connection', 'close']].flat(),
    agent: false,
    // The server is this process, so a self-signed certificate is safe.
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(seconds * 1000),
  });
  let port = 0;
  sent.once('socket', (socket: Socket) =>
    socket.once('connect', () => {
      port = socket.localPort ?? 0;
      recorder.repeating.set(port, recording.id);
    }),
  );
  sent.end(body);
  try {
    await answered(sent);
  } finally {
    recorder.repeating.delete(port);
  }
  return recorder.ring.all.find(({ repeats }) => repeats === recording.id)?.id ?? null;
};
