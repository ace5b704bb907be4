import { defineErrors } from '@taproot/core';

/** Errors of WebSockets: the configuration, declarations, and messages of clients. */
export const errors = defineErrors({
  E_SOCKET_SETTING: {
    message: 'Configuration "websocket.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/websocket.ts, or remove it to keep its default.',
  },
  E_SOCKET_PATH: {
    message: 'The socket {path} has an optional parameter, but a room needs a value for each.',
    fix: 'Declare two sockets, or remove the question mark behind the parameter.',
    placed: true,
  },
  E_SOCKET_INVALID: {
    message: 'The socket {path} has {value} as its "{key}", but needs {expected}',
    fix: 'Correct the declaration: socket({ path: "/chat", receives: { say: { text: "required|string" } }, on: { say(data, client) { ... } } }).',
    placed: true,
  },
  E_SOCKET_RULES: {
    message: 'The rules of the event "{event}" of the socket {path}, declared at {place}, are not valid: {reason}',
    fix: 'Correct "receives" in the declaration of the socket.',
  },
  E_SOCKET_MESSAGE: {
    message: 'The message is not valid: {reason}.',
    fix: 'Send JSON text: an object with `event`, and with `data` for its fields.',
    status: 400,
  },
  E_SOCKET_EVENT: {
    message: 'This socket does not receive the event {event}.{hint}',
    fix: 'Send an event that `receives` of the socket lists.',
    status: 404,
  },
  E_SOCKET_RATE: {
    message: 'More than {limit} messages came in a second.',
    fix: 'Send fewer messages, or raise websocket.max_rate.',
    status: 429,
  },
  E_SOCKET_BACKLOG: {
    message: 'A client of {path} read too slowly: {bytes} bytes waited for it. Its connection was closed.',
    fix: 'Send fewer or smaller messages, or raise websocket.max_backlog. Nothing is wrong when single clients do this.',
  },
  E_SOCKET_PRESENCE: {
    message: 'The members of rooms could not be read or written: {reason}',
    fix: 'See whether Redis works. Members are written again as soon as it does.',
  },
  E_SOCKET_ORDERS: {
    message: 'Orders of other processes to disconnect members, or to send to them, were lost.',
    fix: 'Raise broadcast.max_history, and revoke the tokens of members whose connections may still be open.',
  },
  E_SOCKET_MEMBER: {
    message: 'The member of the socket {path} is {value}, but must have an id, or be null.',
    fix: 'Return an object from `member`: ({ user }) => ({ id: user.id, name: user.name }). Its id must be a string or a number.',
  },
  E_SOCKET_MEMBER_SIZE: {
    message: 'The member of the socket {path} takes {bytes} bytes as JSON, but an event of its room holds {limit}.',
    fix: 'Return fewer fields from `member`, or raise broadcast.max_bytes.',
  },
  E_SOCKET_DATA: {
    message: 'The event {event} cannot be sent: {reason}.',
    fix: 'Send data that JSON can hold: objects, lists, strings, numbers, booleans and null.',
    placed: true,
  },
});
