import type { Request } from '@taproot/core';
import { addedNames, whoAdds } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { HttpContext } from '../exchange/http-context.ts';
import type { HttpRequest } from '../exchange/http-request.ts';
import type { HttpResponseBuilder } from '../exchange/response-builder.ts';

/** Makes the error for a member that does not exist; `assigned` is true when code tried to assign to it. */
type UnknownMember = (name: string, assigned: boolean) => Error;

// Names that the language, inspectors and test runners read from any object.
const foreign = /\W|^(?:then|toJSON|constructor|asymmetricMatch|nodeType|tagName|hasAttribute)$/;

/**
 * Makes access to unknown members throw, for objects that inherit from `prototype`. Otherwise they would be undefined, or silently stored.
 * Only for development, because it puts a proxy into the prototype chain. With `assignments` true, assignments throw, too.
 */
const refuseUnknown = (prototype: object, unknown: UnknownMember, assignments = false): void => {
  // Put between the two prototypes, so that `instanceof` still works.
  const target: object = Object.create(Object.getPrototypeOf(prototype) as object) as object;
  const isKnown = (name: PropertyKey): boolean =>
    typeof name === 'symbol' || name in target || foreign.test(String(name));
  const proxy = new Proxy(target, {
    get(_target, name, receiver): unknown {
      if (!isKnown(name)) throw unknown(String(name), false);
      return Reflect.get(target, name, receiver);
    },
    set(_target, name, value, receiver): boolean {
      if (assignments && !isKnown(name)) throw unknown(String(name), true);
      return Reflect.set(target, name, value, receiver);
    },
  });
  Object.setPrototypeOf(prototype, proxy);
};

type RequestClass = new (ctx: HttpContext) => HttpRequest & Request;

const membersOf = (prototype: object): string[] => {
  const names: string[] = [];
  for (let at: object | null = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'));
  return names;
};

// Names that other frameworks use.
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['params', 'Read ctx.request().route("id")'],
  ['query', 'Read ctx.request().query("page")'],
  ['headers', 'Read ctx.request().header("Accept")'],
  ['cookies', 'Read ctx.request().cookie("name")'],
  ['method', 'Read ctx.request().method()'],
  ['path', 'Read ctx.request().path()'],
  ['url', 'Read ctx.request().url()'],
  ['ip', 'Read ctx.request().ip()'],
  ['req', "Use ctx.request(), or ctx.request().node() for Node's own"],
  ['res', "Use ctx.response(), or ctx.response().writer() for Node's own"],
  ['body', 'Answer with ctx.response().json(200, value), or read await ctx.request().body()'],
  ['status', 'Answer with ctx.response().json(201, value)'],
  ['type', 'Answer with ctx.response().data(200, "text/csv", text)'],
  ['json', 'Answer with ctx.response().json(200, value)'],
  ['send', 'Answer with ctx.response().string(200, text)'],
  ['redirect', 'Answer with ctx.response().redirect(302, "/")'],
  ['set', 'Set it by ctx.response().header(name, value)'],
  ['get', 'Read ctx.request().header(name)'],
  ['throw', 'Throw new HttpError(404) of @taproot/core'],
  ['state', 'Use ctx.withValue("user", value) and ctx.value("user")'],
]);

const withValueAdvice = (name: string): string =>
  `Keep values of a request by ctx.withValue(${JSON.stringify(name)}, value)`;

const unknownOf =
  (
    owner: string,
    known: readonly string[],
    others: readonly string[],
    advise: (name: string, assigned: boolean) => string,
  ) =>
  (name: string, assigned: boolean): Error =>
    errors.E_MEMBER_UNKNOWN({
      member: `${owner}.${name}`,
      // For a name of another plugin, the message already names the plugin.
      hint: others.includes(name) ? '' : didYouMean(name, known, others),
      advice: advise(name, assigned),
    });

const callFirst = (method: 'request' | 'response') => (name: string) =>
  errors.E_MEMBER_UNKNOWN({
    member: `ctx.${method}.${name}`,
    hint: '',
    advice: `Call it: ctx.${method}().${name}()`,
  });

/** A context that throws for unknown members, such as Koa's `ctx.body = text`, which would send nothing. */
export const strictContext = (): typeof HttpContext => {
  class StrictContext extends HttpContext {
    override request(): HttpRequest & Request {
      return super.request();
    }

    override response(): HttpResponseBuilder {
      return super.response();
    }
  }
  for (const method of ['request', 'response'] as const) {
    const accessor: object = StrictContext.prototype[method];
    refuseUnknown(accessor, callFirst(method), true);
  }
  const known = membersOf(HttpContext.prototype);
  const advise = (name: string, assigned: boolean): string =>
    elsewhere.get(name) ??
    (assigned
      ? withValueAdvice(name)
      : `Use one of its members: ${['request', 'response', 'value', 'withValue', 'locale', 'setLocale'].join(', ')}`);
  refuseUnknown(StrictContext.prototype, unknownOf('ctx', known, [], advise), true);
  return StrictContext;
};

/** Makes a request class throw for unknown members, and name the plugin that would add them. */
export const makeStrict = (Class: RequestClass): RequestClass => {
  const known = membersOf(Class.prototype);
  const advise = (name: string): string => {
    const provider = whoAdds('request', name);
    if (provider !== null) return `Add ${provider} to withPlugins() (bootstrap/plugins.ts)`;
    return elsewhere.get(name) ?? 'See docs/requests.md for the methods of a request';
  };
  class StrictRequest extends Class {}
  refuseUnknown(StrictRequest.prototype, unknownOf('ctx.request()', known, addedNames('request'), advise));
  return StrictRequest;
};

/** Makes a response builder throw for unknown members, such as Express's `send()`, and name the plugin that would add them. */
export const strictBuilder = (Class: typeof HttpResponseBuilder): typeof HttpResponseBuilder => {
  const known = membersOf(Class.prototype);
  const advise = (name: string): string => {
    const provider = whoAdds('response', name);
    if (provider !== null) return `Add ${provider} to withPlugins() (bootstrap/plugins.ts)`;
    return elsewhere.get(name) ?? 'See docs/responses.md for the responses there are';
  };
  class StrictBuilder extends Class {}
  refuseUnknown(StrictBuilder.prototype, unknownOf('ctx.response()', known, addedNames('response'), advise));
  return StrictBuilder;
};
