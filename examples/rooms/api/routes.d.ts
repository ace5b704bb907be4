// Made by `npx taproot openapi:write` from the routes of @taproot-examples/rooms. Do not edit. Hash: 8f42ecc9f5c0d632
import type { Call, EventStream, Failed, Invalid, Lost, NotModified, Ok, OpenCall, Problem, RouteTable, ServerEvent } from '@taproot/client';

/** A user as `facades.Auth(ctx).user()` gives it; merged by the application: `interface AuthUser { id: number }`. */
export interface AuthUser {
  created_at: string;
  email: string;
  id: number;
  locale: string;
  role: 'manager' | 'member';
}

/** The part of a booking that everyone may see. */
export interface RoomStay {
  booking: number;
  starts_at: string;
  ends_at: string;
}

export interface Routes {
  'bookings.destroy': {
    input: {
      params: {
        booking: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<204, undefined>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'bookings.index': {
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
            cancelled_at: string | null;
            created_at: string;
            ends_at: string;
            id: number;
            room_id: number;
            starts_at: string;
            updated_at: string;
            user_id: number;
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
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<422, Invalid<'cursor' | 'per_page'> | Problem<'E_PAGE_CURSOR'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'bookings.show': {
    input: {
      params: {
        booking: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            cancelled_at: string | null;
            created_at: string;
            ends_at: string;
            id: number;
            room_id: number;
            starts_at: string;
            updated_at: string;
            user_id: number;
          };
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'bookings.store': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        /** A date such as 2026-01-31 or 2026-01-31T12:00:00Z. After `now`. */
        starts_at: string;
        /** A date such as 2026-01-31 or 2026-01-31T12:00:00Z. After `starts_at`. */
        ends_at: string;
      };
    };
    result:
      | Ok<201, {
          data?: {
            cancelled_at: string | null;
            created_at: string;
            ends_at: string;
            id: number;
            room_id: number;
            starts_at: string;
            updated_at: string;
            user_id: number;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<409, Problem<'E_HTTP_409'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'starts_at' | 'ends_at'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'invoices.index': {
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
            booking_id: number;
            created_at: string;
            id: number;
            issued_on: string;
            number: string;
            sent_at: string | null;
            total: string;
            updated_at: string;
            user_id: number;
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
      | Failed<401, Problem<'E_HTTP_401' | 'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<422, Invalid<'cursor' | 'per_page'> | Problem<'E_PAGE_CURSOR'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'invoices.show': {
    input: {
      params: {
        invoice: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            booking_id: number;
            created_at: string;
            id: number;
            issued_on: string;
            number: string;
            sent_at: string | null;
            total: string;
            updated_at: string;
            user_id: number;
          };
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
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
      | Ok<200, {
          /** The token to send as `Authorization: Bearer`. */
          access_token: string;
          /** Always `Bearer`. */
          token_type: 'Bearer';
          /** Seconds until the access token expires; left out when it does not expire. */
          expires_in: number;
          /** The token for new tokens; guards that cannot refresh leave it out. */
          refresh_token: string;
        }>
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
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
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
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'refresh': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          /** The token to send as `Authorization: Bearer`. */
          access_token: string;
          /** Always `Bearer`. */
          token_type: 'Bearer';
          /** Seconds until the access token expires; left out when it does not expire. */
          expires_in: number;
          /** The token for new tokens; guards that cannot refresh leave it out. */
          refresh_token: string;
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REUSED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
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
        /** Must not be taken. */
        email: string;
        password: string;
      };
    };
    result:
      | Ok<201, {
          /** The token to send as `Authorization: Bearer`. */
          access_token: string;
          /** Always `Bearer`. */
          token_type: 'Bearer';
          /** Seconds until the access token expires; left out when it does not expire. */
          expires_in: number;
          /** The token for new tokens; guards that cannot refresh leave it out. */
          refresh_token: string;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'email' | 'password'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.destroy': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<204, undefined>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<409, Problem<'E_HTTP_409'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.events': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, EventStream<ServerEvent<RoomStay, 'booked'> | ServerEvent<RoomStay, 'cancelled'>>>
      | Failed<403, Problem<'E_BROADCAST_FORBIDDEN'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.index': {
    input: {
      query?: {
        seats?: number | undefined;
        page?: number | undefined;
        per_page?: number | undefined;
        sort?: 'name' | '-name' | 'seats' | '-seats' | 'price' | '-price' | undefined;
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
            id: number;
            name: string;
            photo: string | null;
            price: string;
            seats: number;
            updated_at: string;
          }[];
          /** The position of this page among all pages. `last_page` is 1 when there are no rows. */
          meta: {
            /** Number of this page. */
            page: number;
            /** Rows of a page. */
            per_page: number;
            /** All rows. */
            total: number;
            /** Number of the last page. */
            last_page: number;
          };
          /** Addresses of other pages; null for a page that does not exist, and without a request. */
          links: {
            first: string | null;
            prev: string | null;
            next: string | null;
            last: string | null;
          };
        }>
      | Failed<422, Invalid<'seats' | 'page' | 'per_page' | 'sort'> | Problem<'E_PAGE_SORT'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.photo': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, Blob>
      | Ok<206, Blob>
      | NotModified
      | Failed<403, Problem<'E_FILE_FORBIDDEN'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<412, undefined>
      | Failed<416, undefined>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.show': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: {
            created_at: string;
            id: number;
            name: string;
            photo: string | null;
            price: string;
            seats: number;
            updated_at: string;
          };
        }>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.store': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        name: string;
        seats: number;
        /** Has 0 to 2 decimal places. */
        price: number;
      };
    };
    result:
      | Ok<201, {
          data?: {
            created_at: string;
            id: number;
            name: string;
            photo: string | null;
            price: string;
            seats: number;
            updated_at: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'name' | 'seats' | 'price'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.storePhoto': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        /** An image. At most 4096 KiB. */
        photo: Blob;
      };
    };
    result:
      | Ok<200, {
          data?: {
            created_at: string;
            id: number;
            name: string;
            photo: string | null;
            price: string;
            seats: number;
            updated_at: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'photo'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'rooms.update': {
    input: {
      params: {
        room: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        name: string;
        seats: number;
        /** Has 0 to 2 decimal places. */
        price: number;
      };
    };
    result:
      | Ok<200, {
          data?: {
            created_at: string;
            id: number;
            name: string;
            photo: string | null;
            price: string;
            seats: number;
            updated_at: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED' | 'E_UNAUTHENTICATED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'name' | 'seats' | 'price'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
}

export interface Api {
  readonly bookings: {
    /** Cancels a booking. */
    readonly destroy: Call<Routes['bookings.destroy']>;
    /** The user's bookings, the latest first. */
    readonly index: OpenCall<Routes['bookings.index']>;
    /** One booking. */
    readonly show: Call<Routes['bookings.show']>;
    /** Books a room. */
    readonly store: Call<Routes['bookings.store']>;
  };
  readonly invoices: {
    /** Invoices, the latest first. */
    readonly index: OpenCall<Routes['invoices.index']>;
    /** One invoice. */
    readonly show: Call<Routes['invoices.show']>;
  };
  /** Logs in by e-mail and password. */
  readonly login: Call<Routes['login']>;
  /** Logs out. */
  readonly logout: OpenCall<Routes['logout']>;
  /** Gives the user who sends the request. */
  readonly me: OpenCall<Routes['me']>;
  /**
   * Gives new tokens.
   *
   * It takes the refresh token in place of the access token; each is good for one refresh.
   */
  readonly refresh: OpenCall<Routes['refresh']>;
  /** Registers a user, and logs in. */
  readonly register: Call<Routes['register']>;
  readonly rooms: {
    /** Removes a room that nobody ever booked. */
    readonly destroy: Call<Routes['rooms.destroy']>;
    /** Streams what happens to a room. */
    readonly events: Call<Routes['rooms.events']>;
    /** Rooms, page by page; `seats` leaves out smaller ones. */
    readonly index: OpenCall<Routes['rooms.index']>;
    /** Gives the photo of a room. */
    readonly photo: Call<Routes['rooms.photo']>;
    /** One room. */
    readonly show: Call<Routes['rooms.show']>;
    /** Adds a room. */
    readonly store: Call<Routes['rooms.store']>;
    /** Takes a photo of a room, in place of the one it has. */
    readonly storePhoto: Call<Routes['rooms.storePhoto']>;
    /** Changes a room. */
    readonly update: Call<Routes['rooms.update']>;
  };
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
//# sourceMappingURL=routes.d.ts.map
