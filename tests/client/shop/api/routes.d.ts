// Made by `npx taproot openapi:write` from the routes of client-shop. Do not edit. Hash: a0ee9ec806cf7ea6
import type { Call, EventStream, Failed, Invalid, Lost, NotModified, Ok, OpenCall, Problem, Redirected, RouteTable, ServerEvent } from '@taproot/client';

/** Something that was written. */
export interface Post {
  id: number;
  title: string;
  state: 'draft' | 'public';
  tags: string[];
  written: string;
  /** What it answers. */
  parent?: Post;
}

export interface Routes {
  'archive': {
    input: {
      params: {
        year: string | number;
        month?: string | number | undefined;
      };
    };
    result:
      | Ok<200, {
          year: string;
          month: string;
        }>
      | Lost;
  };
  'csv': {
    input: Record<string, never>;
    result:
      | Ok<200, string>
      | Lost;
  };
  'feed': {
    input: Record<string, never>;
    result:
      | Ok<200, EventStream<ServerEvent<{
          reason: 'end';
        }, 'done'> | ServerEvent<string, 'note'> | ServerEvent<{
          n: 1;
        }, 'tick'>>>
      | Lost;
  };
  'file': {
    input: Record<string, never>;
    result:
      | Ok<200, Blob>
      | Ok<206, Blob>
      | NotModified
      | Failed<403, Problem<'E_FILE_FORBIDDEN'>>
      | Failed<404, Problem<'E_ROUTE_NOT_FOUND'>>
      | Failed<412, undefined>
      | Failed<416, undefined>
      | Lost;
  };
  'moved': {
    input: Record<string, never>;
    result:
      | Redirected
      | Lost;
  };
  'nothing': {
    input: Record<string, never>;
    result:
      | Ok<204, undefined>
      | Lost;
  };
  'picture': {
    input: Record<string, never>;
    result:
      | Ok<200, Blob>
      | Lost;
  };
  'posts.destroy': {
    input: {
      params: {
        id: number;
      };
    };
    result:
      | Ok<204, undefined>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Lost;
  };
  'posts.index': {
    input: {
      query?: {
        page?: number | undefined;
        tag?: readonly string[] | undefined;
        drafts?: boolean | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          page: number;
          drafts: boolean;
          data: Post[];
        }>
      | Lost;
  };
  'posts.show': {
    input: {
      params: {
        id: number;
      };
    };
    result:
      | Ok<200, Post>
      | Failed<404, Problem<'E_HTTP_404'>>
      | Lost;
  };
  'posts.store': {
    input: {
      body: {
        title: string;
        state?: 'draft' | 'public' | undefined;
        tags?: readonly string[] | undefined;
        author?: {
          name?: string | undefined;
        } | undefined;
      };
    };
    result:
      | Ok<201, Post>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<401, Problem<'E_HTTP_401'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'title' | 'state' | 'tags' | `tags.${number}` | 'author.name'>>
      | Lost;
  };
  'search': {
    input: {
      query: {
        q: string;
        exact?: boolean | undefined;
        sizes?: readonly number[] | undefined;
        near?: {
          lat?: number | undefined;
        } | undefined;
      };
    };
    result:
      | Ok<200, {
          q: string;
          exact: boolean;
          sizes: (number | null)[];
        }>
      | Failed<422, Invalid<'q' | 'exact' | 'sizes' | `sizes.${number}` | 'near.lat'>>
      | Lost;
  };
  'text': {
    input: Record<string, never>;
    result:
      | Ok<200, string>
      | Lost;
  };
  'ticks': {
    input: Record<string, never>;
    result:
      | Ok<200, EventStream<ServerEvent<{
          n: number;
        }>>>
      | Lost;
  };
  'tree': {
    input: {
      params: {
        /** The rest of the path, slashes included. */
        path: string | number;
      };
    };
    result:
      | Ok<200, {
          path: string;
        }>
      | Lost;
  };
  'uploads.store': {
    input: {
      body: {
        title: string;
        photos?: readonly Blob[] | undefined;
        /** At most 200000 KiB. */
        cover: Blob;
      };
    };
    result:
      | Ok<201, {
          title: string;
          size: number;
          name: string;
          photos: number;
        }>
      | Failed<400, Problem<'E_BODY_MALFORMED'>>
      | Failed<408, Problem<'E_BODY_SLOW'>>
      | Failed<413, Problem<'E_BODY_TOO_LARGE'>>
      | Failed<415, Problem<'E_BODY_UNSUPPORTED'>>
      | Failed<422, Invalid<'title' | 'photos' | `photos.${number}` | 'cover'>>
      | Lost;
  };
  'words': {
    input: Record<string, never>;
    result:
      | Ok<200, EventStream<ServerEvent<string, 'message'>>>
      | Lost;
  };
}

export interface Api {
  readonly archive: Call<Routes['archive']>;
  readonly csv: OpenCall<Routes['csv']>;
  readonly feed: OpenCall<Routes['feed']>;
  readonly file: OpenCall<Routes['file']>;
  readonly moved: OpenCall<Routes['moved']>;
  readonly nothing: OpenCall<Routes['nothing']>;
  readonly picture: OpenCall<Routes['picture']>;
  readonly posts: {
    readonly destroy: Call<Routes['posts.destroy']>;
    /** Lists posts. */
    readonly index: OpenCall<Routes['posts.index']>;
    readonly show: Call<Routes['posts.show']>;
    readonly store: Call<Routes['posts.store']>;
  };
  readonly search: Call<Routes['search']>;
  readonly text: OpenCall<Routes['text']>;
  readonly ticks: OpenCall<Routes['ticks']>;
  readonly tree: Call<Routes['tree']>;
  readonly uploads: {
    readonly store: Call<Routes['uploads.store']>;
  };
  readonly words: OpenCall<Routes['words']>;
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
//# sourceMappingURL=routes.d.ts.map
