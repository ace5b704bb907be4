export type { Query, WebSocketClass, WebSocketLike } from './sockets/address.ts';
export {
  type Connection,
  type ConnectionState,
  type ConnectOptions,
  connect,
  type Unsent,
} from './sockets/connection.ts';
export type { AnySocket, Incoming, Outgoing, SocketProblem, SocketTypes } from './sockets/socket-types.ts';
