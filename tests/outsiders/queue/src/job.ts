/** Work for later. */
export interface Job<Payload> {
  /** Unique in an application. */
  readonly name: string;
  /** Checks what came back from the store; throws when it is not a payload. */
  readonly parse: (value: unknown) => Payload;
  /** Does the work. */
  readonly run: (payload: Payload) => unknown;
}

/** A job as it waits. */
export interface Ticket {
  readonly job: string;
  readonly payload: unknown;
  readonly attempt: number;
}

/** Reads a ticket; null when the text is none. */
export const readTicket = (text: string): Ticket | null => {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null) return null;
  if (!('job' in read) || !('attempt' in read) || !('payload' in read)) return null;
  const { job, attempt, payload } = read;
  return typeof job === 'string' && typeof attempt === 'number' ? { job, attempt, payload } : null;
};
