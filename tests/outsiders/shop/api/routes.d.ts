// Made by `npx taproot openapi:write` from the routes of shop. Do not edit. Hash: e13584ae15c9bdc9
import type { Call, Failed, Invalid, Lost, Ok, OpenCall, Problem, RouteTable } from '@taproot/client';

export interface Routes {
  'get.metrics': {
    input: Record<string, never>;
    result:
      | Lost;
  };
  'orders.index': {
    input: Record<string, never>;
    result:
      | Ok<200, {
          id: number;
          total: number;
        }[]>
      | Failed<401, Problem<'E_API_KEY_INVALID' | 'E_UNAUTHENTICATED'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
  'orders.store': {
    input: {
      body: {
        total: number;
      };
    };
    result:
      | Ok<201, {
          id: number;
          thanks: string;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_API_KEY_INVALID' | 'E_UNAUTHENTICATED'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'total'>>
      | Failed<429, Problem<'E_TOO_MANY_REQUESTS'>>
      | Lost;
  };
}

export interface Api {
  readonly get: {
    readonly metrics: OpenCall<Routes['get.metrics']>;
  };
  readonly orders: {
    readonly index: OpenCall<Routes['orders.index']>;
    readonly store: Call<Routes['orders.store']>;
  };
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
