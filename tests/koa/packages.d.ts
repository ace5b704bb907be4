// Koa packages that come without types.

declare module 'koa-conditional-get' {
  import type { Middleware } from 'koa';
  export default function conditional(): Middleware;
}

declare module 'koa-etag' {
  import type { Middleware } from 'koa';
  export default function etag(): Middleware;
}

declare module 'koa-mount' {
  import type Koa from 'koa';
  export default function mount(prefix: string, app: Koa.Middleware | Koa): Koa.Middleware;
}

declare module 'koa-static-cache' {
  import type { Middleware } from 'koa';
  export default function staticCache(root: string, options?: { maxAge?: number; prefix?: string }): Middleware;
}

declare module 'koa-passport' {
  import type { Context, Middleware } from 'koa';

  interface Strategy {
    readonly name: string;
    authenticate(this: { success(user: object): void; fail(): void }, req: Context['req']): void;
  }
  export class KoaPassport {
    use(strategy: Strategy): this;
    initialize(): Middleware;
    session(): Middleware;
    authenticate(name: string): Middleware;
    serializeUser(serialize: (user: { id: number }, done: (error: null, id: number) => void) => void): void;
    deserializeUser(find: (id: number, done: (error: null, user: object) => void) => void): void;
  }
}

declare module '@koa/multer' {
  import type { Middleware } from 'koa';
  import type { Options, StorageEngine } from 'multer';

  interface Multer {
    single(field: string): Middleware;
  }
  function multer(options: Options): Multer;
  namespace multer {
    function memoryStorage(): StorageEngine;
  }
  export default multer;
}
