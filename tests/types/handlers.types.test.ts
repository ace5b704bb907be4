import { Readable } from 'node:stream';
import { test } from '@jest/globals';
import { type Context, type Handler, HttpError, type Response } from '@taproot/core';
import type { HandlerData, Json } from '@taproot/core/internal';
import type { RootRouter, RouteAction } from '@taproot/routing';
import { type Equal, expectType, onlyCompiled } from './support.ts';

interface Post {
  readonly id: number;
  title: string;
  tags?: readonly string[];
  author: { name: string } | null;
  at: Date;
}

type Row = { id: bigint; body: unknown };

class Article {
  id = 1;
  save(): void {
    this.id++;
  }
}

declare const post: Post;
declare const posts: readonly Post[];
declare const row: Row;
declare const json: Json;
declare const promise: Promise<Post>;

test('a handler of an explicit result keeps it', () => {
  type Show = Handler<'id', Post>;
  expectType<Equal<ReturnType<Show>, Post | Promise<Post>>>();
  expectType<Equal<Parameters<Show>[0], Context<'id'>>>();
});

onlyCompiled((route: RootRouter) => {
  route.get('/interface', () => post);
  route.get('/alias', async () => row);
  route.get('/record', () => json);
  route.get('/readonly/list', () => posts);
  route.get('/list/of/numbers', () => [1, 2, 3]);
  route.get('/tuple', (): readonly [string, number] => ['a', 1]);
  route.get('/literal', () => ({ status: 'ok', nested: { at: new Date(), none: null } }));
  route.get('/const', () => ({ status: 'ok' }) as const);
  route.get('/empty', () => ({}));
  route.get('/any', () => JSON.parse('{}'));
  route.get('/members/of/any', (): Record<string, unknown> => JSON.parse('{}'));
  route.get('/frozen', () => Object.freeze({ id: 1 }));
  route.get('/input', (ctx) => ctx.request().all());
  route.get('/either/{id}', async (ctx) => {
    if (ctx.request().route('id') === '0') return ctx.response().noContent();
    if (ctx.request().route('id') === '1') return new Response('web');
    return ctx.request().route('id') === '2' ? post : posts;
  });
  route.get('/staged/or/nothing', (ctx) => {
    if (ctx.request().wantsJson()) return ctx.response().json(200, post);
    return undefined;
  });
  route.get('/resolved/later', () => new Promise((resolve) => setImmediate(() => resolve(post))));
  route.get('/throws', () => {
    throw new HttpError(404);
  });
  route.post('/a', () => post);
  route.put('/a', () => post);
  route.patch('/a', () => post);
  route.delete('/a', () => post);
  route.head('/a', () => post);
  route.options('/a', () => post);
  route.any('/b', () => post);
  route.match(['GET'], '/c', () => post);
  route.fallback(() => ({ message: 'nothing here' }));
  route.resource('/posts', { index: () => posts, show: async () => post });
  const handler: Handler = () => post;
  route.get('/handler', handler);
  const generic = <Row extends object>(path: string, find: () => Promise<Row>) =>
    route.get(path, async (): Promise<HandlerData> => find());
  generic('/generic', () => promise);
  expectType<Equal<ReturnType<typeof route.get<'/a/{b}'>>, RouteAction<'b'>>>();
});

onlyCompiled((route: RootRouter) => {
  // @ts-expect-error a string
  route.get('/1', () => 'text');
  // @ts-expect-error a promise of a string
  route.get('/2', async () => 'text');
  // @ts-expect-error a number
  route.get('/3', () => 5);
  // @ts-expect-error a boolean
  route.get('/4', () => true);
  // @ts-expect-error a bigint
  route.get('/5', () => 1n);
  // @ts-expect-error a symbol
  route.get('/6', () => Symbol('a'));
  // @ts-expect-error a Date
  route.get('/7', () => new Date());
  // @ts-expect-error a Map
  route.get('/8', () => new Map([['a', 1]]));
  // @ts-expect-error a Set
  route.get('/9', async () => new Set([1]));
  // @ts-expect-error a function
  route.get('/10', () => () => post);
  // @ts-expect-error a class
  route.get('/11', () => Article);
  // @ts-expect-error an object with methods
  route.get('/12', () => new Article());
  // @ts-expect-error a list of functions
  route.get('/13', () => [() => post]);
  // @ts-expect-error an error, which is thrown
  route.get('/14', () => new HttpError(404));
  // @ts-expect-error a promise inside
  route.get('/15', () => ({ post: promise }));
  // @ts-expect-error promises in a list
  route.get('/16', () => [promise]);
  // @ts-expect-error half a response
  route.get('/17', (ctx) => ctx.response().status(201));
  // @ts-expect-error the builder
  route.get('/18', (ctx) => ctx.response().header('X-A', 'b'));
  // @ts-expect-error the request
  route.get('/19', (ctx) => ctx.request());
  // @ts-expect-error the context
  route.get('/20', (ctx) => ctx);
  // @ts-expect-error bytes
  route.get('/21', () => new Uint8Array(1));
  // @ts-expect-error a stream
  route.get('/22', () => Readable.from('a'));
  // @ts-expect-error a RegExp
  route.get('/23', () => /a/);
  // @ts-expect-error a URL
  route.get('/24', () => new URL('http://a'));
  // @ts-expect-error a value of no known type
  route.get('/25', (): unknown => post);
  // @ts-expect-error one of two results
  route.get('/26', (ctx) => (ctx.request().wantsJson() ? post : 'text'));
  // @ts-expect-error one of two objects holds a promise
  route.get('/27', (ctx) => (ctx.request().wantsJson() ? post : { post: promise }));
  // @ts-expect-error data or nothing
  route.get('/28', () => posts.find(({ title }) => title === 'none'));
  // @ts-expect-error a fallback is a handler
  route.fallback(() => 5);
  // @ts-expect-error actions are handlers
  route.resource('/posts', { index: () => 5 });
  // @ts-expect-error half a response, of an annotated handler
  const half: Handler = (ctx) => ctx.response().status(201);
  // @ts-expect-error a body that was not awaited
  const late: Handler = (ctx) => ctx.response().json(200, promise);
  // @ts-expect-error middleware answers with a response
  route.middleware({ signature: () => 'a', handle: () => ({ id: 1 }) }).get('/28', () => post);
  return [half, late];
});

class PostController {
  readonly title = 'posts';
  latest = () => posts;
  index(): readonly Post[] {
    return posts;
  }
  async show(ctx: Context<'id'>): Promise<Post> {
    return { ...post, title: ctx.request().route('id') };
  }
  store(ctx: Context): Response {
    return ctx.response().json(201, post);
  }
  team(ctx: Context<'team' | 'id'>): void {
    ctx.response().string(200, ctx.request().route('team'));
  }
  count(): number {
    return this.title.length + this.secret().length;
  }
  pair(ctx: Context, next: () => void): Response {
    next();
    return this.store(ctx);
  }
  half(ctx: Context) {
    return ctx.response().status(201);
  }
  private secret(): Post[] {
    return [];
  }
  static make(): Post {
    return post;
  }
}

class WithStore {
  readonly #posts: readonly Post[];
  constructor(given: readonly Post[]) {
    this.#posts = given;
  }
  index(): readonly Post[] {
    return this.#posts;
  }
}

class WithDefault {
  readonly #posts: readonly Post[];
  constructor(given: readonly Post[] = posts) {
    this.#posts = given;
  }
  index(): readonly Post[] {
    return this.#posts;
  }
}

abstract class Base {
  index(): readonly Post[] {
    return posts;
  }
  abstract show(): Post;
}

class Derived extends Base {
  show(): Post {
    return post;
  }
}

onlyCompiled((route: RootRouter) => {
  route.get('/posts', [PostController, 'index']);
  route.get('/latest', [PostController, 'latest']);
  route.get('/posts/{id}', [PostController, 'show']).where('id', /\d+/).name('posts.show');
  route.get('/posts/{id}/{more}', [PostController, 'show']);
  route.prefix('/teams/{team}').get('/posts/{id}', [PostController, 'team']);
  route.prefix('/teams/{team}').group((inside) => inside.get('/posts/{id}', [PostController, 'team']));
  route.post('/posts', [PostController, 'store']);
  route.put('/posts', [PostController, 'store']);
  route.patch('/posts', [PostController, 'store']);
  route.delete('/posts', [PostController, 'store']);
  route.any('/any', [PostController, 'store']);
  route.match(['GET', 'POST'], '/match', [PostController, 'store']);
  route.get('/default', [WithDefault, 'index']);
  route.get('/inherited', [Derived, 'index']);
  route.fallback([PostController, 'store']);
  route.resource('/posts', PostController);
  route.resource('/default', WithDefault, { only: ['index'] });
  expectType<Equal<ReturnType<typeof made>, RouteAction<'id'>>>();
  const made = () => route.get('/a/{id}', [PostController, 'show']);
});

onlyCompiled((route: RootRouter) => {
  // @ts-expect-error there is no such method
  route.get('/1/{id}', [PostController, 'shwo']);
  // @ts-expect-error the path has no id
  route.get('/2', [PostController, 'show']);
  // @ts-expect-error the path has a slug in place of an id
  route.get('/3/{slug}', [PostController, 'show']);
  // @ts-expect-error the scope has no team
  route.prefix('/x').get('/4/{id}', [PostController, 'team']);
  // @ts-expect-error it returns a number
  route.get('/5', [PostController, 'count']);
  // @ts-expect-error it is no method
  route.get('/6', [PostController, 'title']);
  // @ts-expect-error it is private
  route.get('/7', [PostController, 'secret']);
  // @ts-expect-error it is static
  route.get('/8', [PostController, 'make']);
  // @ts-expect-error it takes two parameters
  route.get('/9', [PostController, 'pair']);
  // @ts-expect-error it returns half a response
  route.get('/10', [PostController, 'half']);
  // @ts-expect-error an object in place of its class
  route.get('/11', [new PostController(), 'index']);
  // @ts-expect-error the constructor takes an argument
  route.get('/12', [WithStore, 'index']);
  // @ts-expect-error an abstract class has no object
  route.get('/13', [Base, 'index']);
  // @ts-expect-error the method is missing
  route.get('/14', [PostController]);
  // @ts-expect-error one element too many
  route.get('/15', [PostController, 'index', 'show']);
  // @ts-expect-error the class alone
  route.get('/16', PostController);
  // @ts-expect-error the constructor of a class is no method
  route.get('/17', [PostController, 'constructor']);
  // @ts-expect-error the constructor takes an argument
  route.resource('/18', WithStore);
  // @ts-expect-error no action is called list
  route.resource('/19', PostController, { only: ['list'] });
  // @ts-expect-error a name that is not a string
  route.get('/20', [PostController, 5]);
});

onlyCompiled(<Row extends object>(route: RootRouter, load: () => Promise<Row>) => {
  // The compiler cannot check data of an unknown type, so its handler says that it is one.
  const one: Handler = () => load();
  route.get('/1', one);
  const many: Handler = async () => [await load()];
  route.get('/2', many);
});
