// Made by `npx taproot openapi:write` from the routes of @taproot-examples/helpdesk. Do not edit. Hash: 51459495cf8fe0f3
import type { Call, Failed, Invalid, Lost, Ok, OpenCall, Problem, RouteTable } from '@taproot/client';

/** A user as `facades.Auth(ctx).user()` gives it; merged by the application: `interface AuthUser { id: number }`. */
export interface AuthUser {
  confirmed_at: string | null;
  created_at: string;
  email: string;
  id: number;
  locale: string;
  name: string;
  organisation_id: number;
  role: 'admin' | 'agent' | 'customer';
}

/** The tickets of an organisation, counted. */
export interface Statistics {
  open: number;
  answered: number;
  closed: number;
}

/** The tokens for a client, in the format of RFC 6749, 5.1. */
export interface Tokens {
  /** The token to send as `Authorization: Bearer`. */
  access_token: string;
  /** Always `Bearer`. */
  token_type: 'Bearer';
  /** Seconds until the access token expires; left out when it does not expire. */
  expires_in?: number;
  /** The token for new tokens; guards that cannot refresh leave it out. */
  refresh_token?: string;
}

export interface Routes {
  'attachments.index': {
    input: {
      params: {
        ticket: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            url: string;
            id: number;
            name: string;
            reply_id: number | null;
            size: number;
          }[];
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'attachments.store': {
    input: {
      params: {
        ticket: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        /** A file of the type png, jpg, gif, webp, pdf, txt. At most 2048 KiB. */
        file: Blob;
      };
    };
    result:
      | Ok<201, {
          data: {
            id: number;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'file'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'audit': {
    input: {
      query?: {
        cursor?: string | undefined;
        per_page?: number | undefined;
      } | undefined;
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          /** The rows of this page. */
          data: {
            action: string;
            created_at: string;
            id: number;
            ticket_id: number | null;
            user: string | null;
          }[];
          /** Cursors of the previous and the next page; null when there are no rows. */
          meta: {
            /** Rows of a page. */
            per_page: number;
            prev_cursor: string | null;
            next_cursor: string | null;
          };
          /** Addresses of the previous and the next page; null when there are no rows, and without a request. */
          links: {
            prev: string | null;
            next: string | null;
          };
        }>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<422, Invalid<'cursor' | 'per_page'> | Problem<'E_PAGE_CURSOR'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'login': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        email: string;
        password: string;
      };
    };
    result:
      | Ok<200, Tokens>
      | Failed<400, Problem<'E_AUTH_CREDENTIALS' | 'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'email' | 'password'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'logout': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<204, undefined>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'me': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: AuthUser | null;
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'organisations.store': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        organisation: string;
        /** Must not be taken. */
        slug: string;
        name: string;
        /** Must not be taken. */
        email: string;
        password: string;
      };
    };
    result:
      | Ok<201, Tokens>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'organisation' | 'slug' | 'name' | 'email' | 'password'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'register': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        /** Must exist. */
        organisation: string;
        name: string;
        /** Must not be taken. */
        email: string;
        password: string;
      };
    };
    result:
      | Ok<201, Tokens>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'organisation' | 'name' | 'email' | 'password'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'replies.index': {
    input: {
      params: {
        ticket: number;
      };
      query?: {
        cursor?: string | undefined;
        per_page?: number | undefined;
      } | undefined;
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          /** The rows of this page. */
          data: {
            author: string;
            body: string;
            created_at: string;
            id: number;
            role: 'admin' | 'agent' | 'customer';
          }[];
          /** Cursors of the previous and the next page; null when there are no rows. */
          meta: {
            /** Rows of a page. */
            per_page: number;
            prev_cursor: string | null;
            next_cursor: string | null;
          };
          /** Addresses of the previous and the next page; null when there are no rows, and without a request. */
          links: {
            prev: string | null;
            next: string | null;
          };
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<422, Invalid<'cursor' | 'per_page'> | Problem<'E_PAGE_CURSOR'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'replies.store': {
    input: {
      params: {
        ticket: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
        /** Names this operation. A repeated request with the same key gets the first reply, and runs nothing. */
        'Idempotency-Key'?: string | undefined;
      } | undefined;
      body: {
        body: string;
      };
    };
    result:
      | Ok<201, {
          data: {
            id: number;
            body: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED' | 'E_IDEMPOTENCY_KEY'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<409, Problem<'E_IDEMPOTENCY_LOST' | 'E_IDEMPOTENCY_RUNNING'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'body'> | Problem<'E_IDEMPOTENCY_REUSED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'statistics': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: Statistics;
        }>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'tickets.index': {
    input: {
      query?: {
        status?: 'open' | 'answered' | 'closed' | undefined;
        q?: string | undefined;
        cursor?: string | undefined;
        per_page?: number | undefined;
      } | undefined;
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          /** The rows of this page. */
          data: {
            created_at: string;
            customer: string;
            id: number;
            status: 'answered' | 'closed' | 'open';
            subject: string;
            updated_at: string;
          }[];
          /** Cursors of the previous and the next page; null when there are no rows. */
          meta: {
            /** Rows of a page. */
            per_page: number;
            prev_cursor: string | null;
            next_cursor: string | null;
          };
          /** Addresses of the previous and the next page; null when there are no rows, and without a request. */
          links: {
            prev: string | null;
            next: string | null;
          };
        }>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<422, Invalid<'status' | 'q' | 'cursor' | 'per_page'> | Problem<'E_PAGE_CURSOR'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'tickets.show': {
    input: {
      params: {
        ticket: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            agent_id: number | null;
            created_at: string;
            customer_id: number;
            id: number;
            organisation_id: number;
            status: 'answered' | 'closed' | 'open';
            subject: string;
            updated_at: string;
          };
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'tickets.store': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
        /** Names this operation. A repeated request with the same key gets the first reply, and runs nothing. */
        'Idempotency-Key'?: string | undefined;
      } | undefined;
      body: {
        subject: string;
        body: string;
      };
    };
    result:
      | Ok<201, {
          data?: {
            agent_id: number | null;
            created_at: string;
            customer_id: number;
            id: number;
            organisation_id: number;
            status: 'answered' | 'closed' | 'open';
            subject: string;
            updated_at: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED' | 'E_IDEMPOTENCY_KEY'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<409, Problem<'E_IDEMPOTENCY_LOST' | 'E_IDEMPOTENCY_RUNNING'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'subject' | 'body'> | Problem<'E_IDEMPOTENCY_REUSED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'tickets.update': {
    input: {
      params: {
        ticket: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        status: 'open' | 'answered' | 'closed';
      };
    };
    result:
      | Ok<200, {
          data?: {
            agent_id: number | null;
            created_at: string;
            customer_id: number;
            id: number;
            organisation_id: number;
            status: 'answered' | 'closed' | 'open';
            subject: string;
            updated_at: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'status'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'webhooks.destroy': {
    input: {
      params: {
        webhook: string | number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<204, undefined>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'webhooks.index': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            id: string;
            url: string;
            paused: boolean;
          }[];
        }>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'webhooks.rotate': {
    input: {
      params: {
        webhook: string | number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            secret: string;
          };
        }>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'webhooks.store': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        url: string;
      };
    };
    result:
      | Ok<201, {
          data: {
            id: string;
            url: string;
            secret: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'url'> | Problem<'E_WEBHOOK_URL'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'webhooks.update': {
    input: {
      params: {
        webhook: string | number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        paused: boolean;
      };
    };
    result:
      | Ok<200, {
          data: {
            id: string;
            paused: boolean;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'paused'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
}

export interface Api {
  readonly attachments: {
    /** The files of a ticket, each with an address that works for ten minutes, without a token. */
    readonly index: Call<Routes['attachments.index']>;
    /** Attaches a file to a ticket. */
    readonly store: Call<Routes['attachments.store']>;
  };
  /** Who did what, the latest first. */
  readonly audit: OpenCall<Routes['audit']>;
  /** Gives a token for an e-mail and a password. */
  readonly login: Call<Routes['login']>;
  /** Ends the token of the request. */
  readonly logout: OpenCall<Routes['logout']>;
  /** Gives the user who sends the request. */
  readonly me: OpenCall<Routes['me']>;
  readonly organisations: {
    /** Opens an organisation; the sender is its administrator. */
    readonly store: Call<Routes['organisations.store']>;
  };
  /** Registers a customer of an organisation. */
  readonly register: Call<Routes['register']>;
  readonly replies: {
    /** The replies to a ticket, the oldest first. */
    readonly index: Call<Routes['replies.index']>;
    /** Replies to a ticket. */
    readonly store: Call<Routes['replies.store']>;
  };
  /** How many tickets are open, answered and closed. */
  readonly statistics: OpenCall<Routes['statistics']>;
  readonly tickets: {
    /** Tickets that the user may see, the latest first; `q` searches subjects and replies. */
    readonly index: OpenCall<Routes['tickets.index']>;
    /** One ticket. */
    readonly show: Call<Routes['tickets.show']>;
    /** Opens a ticket. */
    readonly store: Call<Routes['tickets.store']>;
    /** Changes the status of a ticket. */
    readonly update: Call<Routes['tickets.update']>;
  };
  readonly webhooks: {
    /** Removes an endpoint. */
    readonly destroy: Call<Routes['webhooks.destroy']>;
    /** The endpoints of the organisation. */
    readonly index: OpenCall<Routes['webhooks.index']>;
    /**
     * Gives an endpoint a new secret, which is shown this once.
     *
     * The old one signs beside it for a day.
     */
    readonly rotate: Call<Routes['webhooks.rotate']>;
    /**
     * Adds an endpoint.
     *
     * Its secret is shown this once.
     */
    readonly store: Call<Routes['webhooks.store']>;
    /** Pauses an endpoint, or sends to it again, with what it has missed. */
    readonly update: Call<Routes['webhooks.update']>;
  };
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
//# sourceMappingURL=routes.d.ts.map
