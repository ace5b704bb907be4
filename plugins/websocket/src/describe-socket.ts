import type { SocketDescription } from '@taproot/core/internal';
import type { Place } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { Receives } from './receives.ts';

const noData = (description: string) => ({ type: 'null', description });

/** The codes of messages that are not accepted. Code of the application may throw others. */
const codes = [
  'E_VALIDATION_FAILED',
  ...[errors.E_SOCKET_MESSAGE, errors.E_SOCKET_EVENT, errors.E_SOCKET_RATE].map(({ code }) => code),
];

const refusal = {
  event: 'error',
  data: {
    type: 'object',
    description: 'The message was not accepted. The connection stays open.',
    properties: {
      code: { type: 'string', description: 'Names the kind of error; stable.', examples: codes },
      message: { type: 'string', description: 'What is wrong, in the language of the client.' },
      errors: {
        type: 'object',
        description: 'Messages by field, after a failed validation.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
    required: ['code', 'message'],
  },
};

const query = {
  last: {
    type: 'string',
    description: 'The id of the last message that the client has. It gets those that came since.',
  },
};

/** Describes the messages of a socket: those that it declares, and those that every socket has. */
export const describeSocket = ({
  place,
  receives,
}: {
  readonly place: Place;
  readonly receives: Receives;
}): SocketDescription => {
  // A socket with an event of this name answers it itself.
  const isAsked = !receives.has('heartbeat');
  return {
    get source() {
      return place.frame;
    },
    receives: { ...Object.fromEntries(receives), ...(isAsked ? { heartbeat: {} } : {}) },
    sends: {
      joined: noData('The client is in its room. Comes first, after each connection.'),
      missed: noData('Messages were lost since the one with the id `last`. Load the state anew.'),
      ...(isAsked ? { heartbeat: noData('Answers the event heartbeat.') } : {}),
    },
    refusal,
    query,
  };
};
