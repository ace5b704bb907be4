import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Note } from '../shared/note.ts';
import { emitClose } from './emit-close.ts';
import { hangUp } from './end-politely.ts';

const noBytes = Buffer.alloc(0);

/** A connection whose client asks for another protocol. */
export class Upgrade {
  readonly socket: Duplex;
  /** The protocol in lower case. */
  readonly protocol: string;
  /** The status of the reply of code that has taken the connection; 0 before. */
  status = 0;
  #head: Buffer;
  readonly #listeners: (() => void)[] = [];

  constructor(req: IncomingMessage, socket: Duplex, head: Buffer) {
    this.socket = socket;
    this.#head = head;
    this.protocol = protocolOf(req);
    upgrades.set(req, this);
  }

  /** The first bytes of the new protocol. They share their memory with all bytes of the request, so they are not kept. */
  takeHead(): Buffer {
    const head = this.#head;
    this.#head = noBytes;
    return head;
  }

  /** The response for replies without an upgrade, such as errors. It closes the connection. */
  respond(req: IncomingMessage): ServerResponse {
    const { socket } = this;
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    // A cast: Node's types know sockets of a network only.
    res.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
    res.once('finish', () => {
      this.release(res);
      hangUp(socket);
      // Reads the rest, so that the end of the client is seen.
      socket.resume();
      process.nextTick(emitClose, res);
    });
    return res;
  }

  /** Takes the socket from its response, whose `close` then comes with that of the socket. */
  release(res: ServerResponse): void {
    const { socket } = this;
    res.detachSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
    if (socket.closed) process.nextTick(emitClose, res);
    else socket.once('close', () => emitClose(res));
  }

  /** Calls `listener` when the `101` reply is written. */
  onSwitch(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Notes the status of the reply that other code writes. */
  answered(status: number): void {
    this.status = status;
    if (status === 101) for (const listener of this.#listeners.splice(0)) listener();
  }
}

const upgrades = new Note<IncomingMessage, Upgrade>('upgrade');

/** The upgrade that a request asks for; undefined for a plain request. */
export const upgradeOf = (req: IncomingMessage): Upgrade | undefined => upgrades.get(req);

/** The first protocol of the header `Upgrade`, in lower case. */
export const protocolOf = ({ headers }: IncomingMessage): string =>
  (headers.upgrade ?? '').split(',', 1).join('').trim().toLowerCase();
