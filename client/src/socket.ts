export type { Query, WebSocketClass, WebSocketLike } from './sockets/address.ts';
export {
  type Connection,
  type ConnectOptions,
  connect,
  type ConnectionState,
  type Unsent,
} from './sockets/connection.ts';
export type { AnySocket, Incoming, Outgoing, SocketProblem, SocketTypes } from './sockets/socket-types.ts';
