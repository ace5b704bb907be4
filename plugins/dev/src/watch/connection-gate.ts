import type { Worker } from 'node:cluster';

/** A message of Node's cluster. These members have been the same since Node 0.12. */
interface ClusterMessage {
  readonly cmd: 'NODE_CLUSTER';
  readonly act?: string;
  readonly ack?: number;
  /** Identifies a port. */
  readonly key?: string;
}

type Send = (message: unknown, ...rest: readonly unknown[]) => boolean;

const isClusterMessage = (message: unknown): message is ClusterMessage =>
  typeof message === 'object' && message !== null && Reflect.get(message, 'cmd') === 'NODE_CLUSTER';

/**
 * Decides which process of the cluster gets connections. The cluster shares them among all processes that listen. But the new application
 * listens some time before it takes over, and the old one until it drains, so clients would get answers of both in turn. So this gate
 * redirects each connection to the process with the open gate. That process tells the cluster whether it accepted the connection; if not,
 * the cluster offers the connection again.
 *
 * Node offers no way to do this, so the gate relies on three things that Node does not document: the primary deals out a connection by
 * calling `send` of the child process, `internalMessage` brings what the worker says to the cluster, and messages of the cluster have the
 * members of `ClusterMessage`. If one of them changes, only this file must be corrected. Until then `serve --watch --no-handover` works
 * without a gate: connections that arrive during a takeover then reach either application.
 */
export class ConnectionGate {
  /** The gate that is open. */
  static #current: ConnectionGate | null = null;
  readonly #send: Send;
  /** Ports that the process listens on. */
  readonly #keys = new Set<string>();

  /** Creates the gate of a process that was just forked. */
  constructor({ process: child }: Worker) {
    this.#send = Reflect.get(child, 'send').bind(child) as Send;
    const send: Send = (message, ...rest) => {
      if (!isClusterMessage(message) || message.key === undefined) return this.#send(message, ...rest);
      if (message.act === 'newconn') return this.#turn(message.key).#send(message, ...rest);
      // This message answers a process that asked for a port.
      if (message.ack !== undefined) this.#keys.add(message.key);
      return this.#send(message, ...rest);
    };
    Reflect.set(child, 'send', send);
    child.on('internalMessage', (message: unknown) => {
      if (isClusterMessage(message) && message.act === 'close' && message.key !== undefined)
        this.#keys.delete(message.key);
    });
    child.once('disconnect', () => {
      if (ConnectionGate.#current === this) ConnectionGate.#current = null;
    });
  }

  /** Opens this gate, and closes the one that was open: from now on only this process gets connections. */
  open(): void {
    ConnectionGate.#current = this;
  }

  /**
   * The gate whose process gets a connection of this port. If that process does not listen on the port, this process keeps the connection.
   */
  #turn(key: string): ConnectionGate {
    const current = ConnectionGate.#current;
    return current !== null && current.#keys.has(key) ? current : this;
  }
}
