export type { WebSocketConfig } from './config.ts';
export { errors } from './errors.ts';
export { websocket } from './plugin.ts';
export type { AnyMember, MemberOf, PresenceEvents, WithPresence } from './presence/member.ts';
export type { Room } from './room.ts';
export { type Messages, message, type Socket, type SocketOptions, socket } from './socket.ts';
export type { SocketClient } from './socket-client.ts';
export type { SocketMember, Sockets } from './sockets.ts';
