import type Koa from 'koa';

/** Shows Koa's middleware the body that something before them parsed onto Node's request. */
export const takeBody = ({ req, request }: Koa.Context): void => {
  const body: unknown = Reflect.get(req, 'body');
  if (body !== undefined && Reflect.get(request, 'body') === undefined) Reflect.set(request, 'body', body);
};

/** Puts the body that a Koa middleware parsed onto Node's request, where ours is read from. */
export const giveBody = ({ req, request }: Koa.Context): void => {
  const body: unknown = Reflect.get(request, 'body');
  if (body !== undefined) Reflect.set(req, 'body', body);
};
