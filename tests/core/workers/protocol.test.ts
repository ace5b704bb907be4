import { describe, expect, test } from '@jest/globals';
import { type Message, readMessage } from '@taproot/workers/protocol';

const place = { file: '/garden/app.ts', line: 3, column: 7 };
const files = { required: ['/garden/node_modules/pino/pino.js'], modules: [] };

const messages: readonly Message[] = [
  { taproot: 'waits' },
  { taproot: 'drains', seconds: 0.5 },
  { taproot: 'json' },
  { taproot: 'booted', host: '127.0.0.1', port: 3000, secure: false },
  { taproot: 'failed', fault: { text: 'No', place } },
  { taproot: 'ready' },
  { taproot: 'loaded', files },
  { taproot: 'leaving' },
  { taproot: 'gone' },
  { taproot: 'go' },
  { taproot: 'warm', files },
  { taproot: 'standIn', fault: { text: 'No', place: null } },
  { taproot: 'show', fault: null },
  { taproot: 'show', fault: { text: 'No', place } },
  { taproot: 'refresh', what: 'styles' },
  { taproot: 'end', signal: 'SIGTERM' },
  { taproot: 'left' },
];

describe('a message between a worker and its primary', () => {
  test.each(messages)('%j comes through the channel as it was sent', (message) => {
    expect(readMessage(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });
});

describe('whatever else an application sends on the same channel is no message', () => {
  test.each([
    'taproot:ready',
    '',
    null,
    undefined,
    10,
    ['ready'],
    { type: 'ready' },
    { taproot: 'constructor' },
    { taproot: ['ready'] },
    { taproot: 'drains' },
    { taproot: 'drains', seconds: 'soon' },
    { taproot: 'drains', seconds: -1 },
    { taproot: 'booted', host: '127.0.0.1', port: '3000', secure: false },
    { taproot: 'failed', fault: null },
    { taproot: 'failed', fault: { text: 'No' } },
    { taproot: 'standIn', fault: { text: 'No', place: { file: '/garden/app.ts' } } },
    { taproot: 'warm', files: { required: [1], modules: [] } },
    { taproot: 'refresh', what: 'all' },
    { taproot: 'end', signal: 'SIGKILL' },
  ])('%j', (received) => {
    expect(readMessage(received)).toBeNull();
  });
});
