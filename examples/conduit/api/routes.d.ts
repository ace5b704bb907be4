// Made by `npx taproot api:write` from the routes of Conduit. Do not edit. Hash: ad80caef972b2a19
import type { Call, Failed, Lost, Ok, OpenCall, RouteTable } from '@taproot/client';

export interface Routes {
  'delete.api.articles.slug': {
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
  'delete.api.articles.slug.comments.id': {
    input: {
      params: {
        slug: string | number;
        id: string | number;
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
  'delete.api.articles.slug.favorite': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article?: {
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
  'delete.api.profiles.username.follow': {
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
  'get.api.articles': {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
  'get.api.articles.feed': {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
  'get.api.articles.slug': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article?: {
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
  'get.api.articles.slug.comments': {
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
  'get.api.profiles.username': {
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
  'get.api.tags': {
    input: Record<string, never>;
    result:
      | Ok<200, {
          tags: string[];
        }>
      | Lost;
  };
  'get.api.user': {
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
  'post.api.articles': {
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
          article?: {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
  'post.api.articles.slug.comments': {
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
          comment?: {
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
      | Failed<413, {
          errors: { [member: string]: string[] };
        }>
      | Failed<415, {
          errors: { [member: string]: string[] };
        }>
      | Failed<422, {
          errors: {
            body?: string[];
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
  'post.api.articles.slug.favorite': {
    input: {
      params: {
        slug: string | number;
      };
    };
    result:
      | Ok<200, {
          article?: {
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
  'post.api.profiles.username.follow': {
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
  'post.api.users': {
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
      | Failed<409, {
          errors: {
            username?: string[];
            email?: string[];
            [member: string]: string[] | undefined;
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
            [member: string]: string[] | undefined;
          };
        }>
      | Failed<429, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'post.api.users.login': {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Failed<429, {
          errors: { [member: string]: string[] };
        }>
      | Lost;
  };
  'put.api.articles.slug': {
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
          article?: {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
  'put.api.user': {
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
            [member: string]: string[] | undefined;
          };
        }>
      | Lost;
  };
}

export interface Api {
  readonly delete: {
    readonly api: {
      readonly articles: {
        readonly slug: Call<Routes['delete.api.articles.slug']> & {
          readonly comments: {
            readonly id: Call<Routes['delete.api.articles.slug.comments.id']>;
          };
          readonly favorite: Call<Routes['delete.api.articles.slug.favorite']>;
        };
      };
      readonly profiles: {
        readonly username: {
          readonly follow: Call<Routes['delete.api.profiles.username.follow']>;
        };
      };
    };
  };
  readonly get: {
    readonly api: {
      readonly articles: OpenCall<Routes['get.api.articles']> & {
        readonly feed: OpenCall<Routes['get.api.articles.feed']>;
        readonly slug: Call<Routes['get.api.articles.slug']> & {
          readonly comments: Call<Routes['get.api.articles.slug.comments']>;
        };
      };
      readonly profiles: {
        readonly username: Call<Routes['get.api.profiles.username']>;
      };
      readonly tags: OpenCall<Routes['get.api.tags']>;
      readonly user: OpenCall<Routes['get.api.user']>;
    };
  };
  readonly post: {
    readonly api: {
      readonly articles: Call<Routes['post.api.articles']> & {
        readonly slug: {
          readonly comments: Call<Routes['post.api.articles.slug.comments']>;
          readonly favorite: Call<Routes['post.api.articles.slug.favorite']>;
        };
      };
      readonly profiles: {
        readonly username: {
          readonly follow: Call<Routes['post.api.profiles.username.follow']>;
        };
      };
      readonly users: Call<Routes['post.api.users']> & {
        readonly login: Call<Routes['post.api.users.login']>;
      };
    };
  };
  readonly put: {
    readonly api: {
      readonly articles: {
        readonly slug: Call<Routes['put.api.articles.slug']>;
      };
      readonly user: Call<Routes['put.api.user']>;
    };
  };
}

/** The table of the routes, for `createClient({ routes })`. */
export declare const routes: RouteTable<Api>;
