// Made by `npx taproot openapi:write` from the sockets of @taproot-examples/helpdesk. Do not edit.

/** The messages of the sockets, by the names of their routes: `connect<Sockets[name]>(address)`. */
export interface Sockets {
  /** A ticket, live: who types, new replies and changes of its status. */
  'tickets.live': {
    readonly '~types'?: {
      readonly receives: {
        typing: { [member: string]: unknown };
      };
      readonly sends: {
        typed: {
          user: number;
          name: string;
        };
        replied: {
          id: number;
          author: string;
          body: string;
        };
        changed: {
          action: 'answered' | 'closed' | 'opened' | 'reopened' | 'replied' | 'taken';
        };
      };
    };
  };
}
