// Made by `npx taproot openapi:write` from the routes of app-skeleton. Do not edit. Hash: 92332579d829ee4d
import type { Call, Failed, Invalid, Lost, NotModified, Ok, OpenCall, Problem, RouteTable } from '@taproot/client';

/** A user as `facades.Auth(ctx).user()` gives it; merged by the application: `interface AuthUser { id: number }`. */
export interface AuthUser {
  created_at: string;
  email: string;
  id: number;
}

/** An article of the example application. */
export interface Post {
  id: number;
  slug: string;
  title: string;
  body: string;
  /** The user who wrote it; null for a guest. */
  authorId: number | null;
  /** Names of the stored attachments. */
  attachments: string[];
}

export interface Routes {
  'api': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          name: string;
        }>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'attachments.show': {
    input: {
      params: {
        id: number;
        name: string | number;
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
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<403, Problem<'E_FILE_FORBIDDEN'>>
      | Failed<404, Problem<'E_HTTP_404' | 'E_ROUTE_NOT_FOUND'>>
      | Failed<412, undefined>
      | Failed<416, undefined>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'attachments.store': {
    input: {
      params: {
        id: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        file: Blob;
      };
    };
    result:
      | Ok<201, {
          data: {
            name: string;
            url: string;
            size: number;
            type: string;
          };
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'file'>>
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
  'posts.destroy': {
    input: {
      params: {
        id: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<204, undefined>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'posts.index': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: Post[];
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'posts.show': {
    input: {
      params: {
        id: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: Post;
        }>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'posts.store': {
    input: {
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body: {
        title: string;
        body?: string | undefined;
        /** Must not be taken. */
        slug?: string | null | undefined;
      };
    };
    result:
      | Ok<201, {
          data: Post;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'title' | 'body' | 'slug'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'posts.update': {
    input: {
      params: {
        id: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body?: {
        title?: string | undefined;
        body?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: Post;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'title' | 'body'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'posts.update.patch': {
    input: {
      params: {
        id: number;
      };
      headers?: {
        /** The languages that the client wants; known are de, en */
        'Accept-Language'?: string | undefined;
      } | undefined;
      body?: {
        title?: string | undefined;
        body?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          data: Post;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_TOKEN_EXPIRED' | 'E_TOKEN_INVALID' | 'E_TOKEN_MALFORMED' | 'E_TOKEN_REVOKED'>>
      | Failed<403, Problem<'E_HTTP_403'>>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'title' | 'body'>>
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
}

export interface Api {
  /** Names the application. */
  readonly api: OpenCall<Routes['api']>;
  readonly attachments: {
    /**
     * Sends an attached file.
     *
     * Only names that the post lists are looked up on the disk, so no request can reach another file.
     */
    readonly show: Call<Routes['attachments.show']>;
    /**
     * Attaches a file to a post.
     *
     * It gets a name that is hard to guess.
     */
    readonly store: Call<Routes['attachments.store']>;
  };
  /** Logs in by e-mail and password. */
  readonly login: Call<Routes['login']>;
  /** Logs out. */
  readonly logout: OpenCall<Routes['logout']>;
  /** Gives the user who sends the request. */
  readonly me: OpenCall<Routes['me']>;
  readonly posts: {
    /** Removes a post. */
    readonly destroy: Call<Routes['posts.destroy']>;
    /**
     * Lists the posts.
     *
     * A handler may return data: it is sent as JSON, with status 200.
     */
    readonly index: OpenCall<Routes['posts.index']>;
    /** Gives one post. */
    readonly show: Call<Routes['posts.show']>;
    /**
     * Publishes a post.
     *
     * Input that is not valid never gets past `validated()`: the answer is 422, in the language of the request.
     */
    readonly store: Call<Routes['posts.store']>;
    /**
     * Changes a post.
     *
     * Fields that the request leaves out stay as they are.
     */
    readonly update: Call<Routes['posts.update']> & {
      /**
       * Changes a post.
       *
       * Fields that the request leaves out stay as they are.
       */
      readonly patch: Call<Routes['posts.update.patch']>;
    };
  };
  /**
   * Gives new tokens.
   *
   * It takes the refresh token in place of the access token; each is good for one refresh.
   */
  readonly refresh: OpenCall<Routes['refresh']>;
  /** Registers a user, and logs in. */
  readonly register: Call<Routes['register']>;
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
//# sourceMappingURL=routes.d.ts.map
