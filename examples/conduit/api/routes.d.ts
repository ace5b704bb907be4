// Made by `npx taproot openapi:write` from the routes of Conduit. Do not edit. Hash: 7ae40a4be6dd18e9
import type { Call, Failed, Lost, Ok, OpenCall, RouteTable } from '@taproot/client';

export interface Routes {
  'articles.destroy': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<204, undefined>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<403, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'articles.favorite': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'articles.feed': {
    input: {
      query?: {
        limit?: number | undefined;
        offset?: number | undefined;
        tag?: string | undefined;
        author?: string | undefined;
        favorited?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          articles: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          }[];
          articlesCount: number;
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            limit?: string[];
            offset?: string[];
            tag?: string[];
            author?: string[];
            favorited?: string[];
          };
        }>
      | Lost;
  };
  'articles.index': {
    input: {
      query?: {
        limit?: number | undefined;
        offset?: number | undefined;
        tag?: string | undefined;
        author?: string | undefined;
        favorited?: string | undefined;
      } | undefined;
    };
    result:
      | Ok<200, {
          articles: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          }[];
          articlesCount: number;
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            limit?: string[];
            offset?: string[];
            tag?: string[];
            author?: string[];
            favorited?: string[];
          };
        }>
      | Lost;
  };
  'articles.show': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'articles.store': {
    input: {
      body: {
        article: {
          title: string;
          description: string;
          body: string;
          tagList?: readonly string[] | undefined;
        };
      };
    };
    result:
      | Ok<201, {
          article: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            title?: string[];
            description?: string[];
            body?: string[];
            tagList?: string[];
          };
        }>
      | Lost;
  };
  'articles.unfavorite': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'articles.update': {
    input: {
      params: {
        slug: string | number;
      };
      body: {
        article: {
          title?: string | undefined;
          description?: string | undefined;
          body?: string | undefined;
          tagList?: readonly string[] | undefined;
        };
      };
    };
    result:
      | Ok<200, {
          article: {
            tagList: string[];
            favorited: boolean;
            favoritesCount: number;
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            description: string;
            slug: string;
            title: string;
            updatedAt: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<403, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            article?: string[];
            title?: string[];
            description?: string[];
            body?: string[];
            tagList?: string[];
          };
        }>
      | Lost;
  };
  'comments.destroy': {
    input: {
      params: {
        slug: string | number;
        id: number;
      };
    };
    result:
      | Ok<204, undefined>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<403, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'comments.index': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          comments: {
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            id: number;
            updatedAt: string;
          }[];
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'comments.store': {
    input: {
      params: {
        slug: string | number;
      };
      body: {
        comment: {
          body: string;
        };
      };
    };
    result:
      | Ok<201, {
          comment: {
            author: {
              username: string;
              bio: string | null;
              image: string | null;
              following: boolean;
            };
            body: string;
            createdAt: string;
            id: number;
            updatedAt: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            body?: string[];
          };
        }>
      | Lost;
  };
  'profiles.follow': {
    input: {
      params: {
        username: string | number;
      };
    };
    result:
      | Ok<200, {
          profile: {
            following: boolean;
            username: string;
            bio: string | null;
            image: string | null;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'profiles.show': {
    input: {
      params: {
        username: string | number;
      };
    };
    result:
      | Ok<200, {
          profile: {
            username: string;
            bio: string | null;
            image: string | null;
            following: boolean;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'profiles.unfollow': {
    input: {
      params: {
        username: string | number;
      };
    };
    result:
      | Ok<200, {
          profile: {
            following: boolean;
            username: string;
            bio: string | null;
            image: string | null;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<404, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'tags.index': {
    input: Record<string, never>;
    result:
      | Ok<200, {
          tags: string[];
        }>
      | Lost;
  };
  'users.logIn': {
    input: {
      body: {
        user: {
          email: string;
          password: string;
        };
      };
    };
    result:
      | Ok<200, {
          user: {
            token: string;
            bio: string | null;
            email: string;
            image: string | null;
            username: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            email?: string[];
            password?: string[];
          };
        }>
      | Failed<429, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'users.register': {
    input: {
      body: {
        user: {
          /** Must not be taken. */
          username: string;
          /** Must not be taken. */
          email: string;
          password: string;
        };
      };
    };
    result:
      | Ok<201, {
          user: {
            token: string;
            bio: string | null;
            email: string;
            image: string | null;
            username: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<409, {
          errors: {
            username?: string[];
            email?: string[];
          };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            username?: string[];
            email?: string[];
            password?: string[];
          };
        }>
      | Failed<429, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'users.show': {
    input: Record<string, never>;
    result:
      | Ok<200, {
          user: {
            token: string;
            bio: string | null;
            email: string;
            image: string | null;
            username: string;
          };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'users.update': {
    input: {
      body: {
        user: {
          username?: string | undefined;
          email?: string | undefined;
          password?: string | undefined;
          bio?: string | null | undefined;
          image?: string | null | undefined;
        };
      };
    };
    result:
      | Ok<200, {
          user: {
            token: string;
            bio: string | null;
            email: string;
            image: string | null;
            username: string;
          };
        }>
      | Failed<400, {
          errors: { [member: string]: string[] };
        }>
      | Failed<401, {
          errors: { [member: string]: string[] };
        }>
      | Failed<408, {
          errors: { [member: string]: string[] };
        }>
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            user?: string[];
            username?: string[];
            email?: string[];
            password?: string[];
            bio?: string[];
            image?: string[];
          };
        }>
      | Lost;
  };
}

export interface Api {
  readonly articles: {
    readonly destroy: Call<Routes['articles.destroy']>;
    readonly favorite: Call<Routes['articles.favorite']>;
    readonly feed: OpenCall<Routes['articles.feed']>;
    readonly index: OpenCall<Routes['articles.index']>;
    readonly show: Call<Routes['articles.show']>;
    readonly store: Call<Routes['articles.store']>;
    readonly unfavorite: Call<Routes['articles.unfavorite']>;
    readonly update: Call<Routes['articles.update']>;
  };
  readonly comments: {
    readonly destroy: Call<Routes['comments.destroy']>;
    readonly index: Call<Routes['comments.index']>;
    readonly store: Call<Routes['comments.store']>;
  };
  readonly profiles: {
    readonly follow: Call<Routes['profiles.follow']>;
    readonly show: Call<Routes['profiles.show']>;
    readonly unfollow: Call<Routes['profiles.unfollow']>;
  };
  readonly tags: {
    readonly index: OpenCall<Routes['tags.index']>;
  };
  readonly users: {
    readonly logIn: Call<Routes['users.logIn']>;
    readonly register: Call<Routes['users.register']>;
    readonly show: OpenCall<Routes['users.show']>;
    readonly update: Call<Routes['users.update']>;
  };
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
//# sourceMappingURL=routes.d.ts.map
