/** What an application merges into the framework's interfaces, for the snippets. */
export const declarations = String.raw`
import type { Generated } from '@taproot/database';
import '@taproot/validation';
import '@taproot/routing';
import '@taproot/throttle';
import '@taproot/redis';
import '@taproot/lang';
import type { Cluster, Redis } from 'ioredis';

declare module '@taproot/validation' {
  interface CustomRules {
    phone: string;
    even: number;
    tag_list: string[];
    divisible: number;
    in_units: string;
  }
  interface CustomRuleParameters {
    divisible: ${'`${number}`'};
    in_units: ('kg' | 'g' | 'm')[];
  }
  interface CustomFilters {
    slug: true;
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    api: true;
    login: true;
  }
}

declare module '@taproot/lang' {
  interface LangKeys {
    'cart.hello': 'name';
    'cart.items': 'count';
    'cart.of': 'count' | 'total';
    'cart.empty': never;
    [key: ${'`errors.${string}`'}]: string;
  }
}

declare module '@taproot/redis' {
  interface Connections {
    cache: Redis;
    shards: Cluster;
  }
}

declare module '@taproot/core' {
  interface RouteNames {
    home: '/';
    'posts.show': '/posts/{id}';
    pages: '/pages/{path*}';
    archive: '/{year:[0-9]{4}}/{month?}';
  }
}

declare module '@taproot/database' {
  interface Tables {
    users: { id: Generated<number>; email: string; active: number };
    posts: { id: Generated<number>; slug: string };
  }
}
`;
