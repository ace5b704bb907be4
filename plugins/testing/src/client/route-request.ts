import type { DataOf, Lost, RouteTypes } from '@taproot/client';
import type { Input } from '@taproot/client/wire';
import type { Application } from '@taproot/core';
import type { OpenApiConfig } from '@taproot/openapi';
import type { Contract } from '@taproot/openapi/contract';
import { assertionFailure } from '../assertions/assertion-failure.ts';
import type { TestResponse } from '../assertions/test-response.ts';
import { errors } from '../errors.ts';
import type { TestBody } from './encode-body.ts';
import { TestRequest } from './test-request.ts';

/** The generated routes of an application: `http<Routes>(app)`. */
export type KnownRoutes<Known> = { readonly [Name in keyof Known]: RouteTypes };

/** The routes of an application without generated types. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no name is a route of it
export type NoRoutes = Record<never, never>;

/** The input of a route; optional if the route needs none. */
export type GivenInput<Wanted> = NoRoutes extends Wanted ? [input?: Wanted] : [input: Wanted];

/** A request to a documented route. Its response is checked against the committed document. */
export class RouteRequest<Result> extends TestRequest {
  readonly #revive: Revive;

  /** @param revive makes dates of strings, as the client of the application does */
  constructor(send: () => Promise<TestResponse>, revive: Revive) {
    super(send);
    this.#revive = revive;
  }

  /** The typed result, in the form of `@taproot/client`. */
  async result(): Promise<Exclude<Result, Lost>> {
    const response = await this;
    const { status } = response;
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const parsed = response.body.length === 0 ? undefined : isJson ? response.json() : response.text;
    const body = isJson ? await this.#revive(status, parsed) : parsed;
    const failed = (body ?? {}) as { readonly errors?: unknown };
    const result =
      status < 400 && status !== 304
        ? { ok: true, status, data: body }
        : { ok: false, status, problem: body, errors: failed.errors };
    return result as Exclude<Result, Lost>;
  }

  /** The data of a success; any other response fails the test. */
  async data(): Promise<DataOf<Result>> {
    await this.assertSuccessful();
    const result = (await this.result()) as { readonly data?: unknown };
    return result.data as DataOf<Result>;
  }
}

/** Makes dates of strings in the body of a response with this status. */
type Revive = (status: number, body: unknown) => Promise<unknown>;

type Send = (method: string, uri: string, body: TestBody | undefined, headers: Input['headers']) => TestRequest;

/** A request to a route by its name, sent by `send`. */
export const routeRequest = <Result>(app: Application, name: string, input: Input, send: Send): RouteRequest<Result> =>
  new RouteRequest<Result>(
    async (): Promise<TestResponse> => {
      const { encodeBody, encodeUrl } = await import('@taproot/client/wire');
      const documents = await contractsOf(app, name);
      const given = Object.entries(input.params ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [key]));
      const route = documents.map((each) => each.routeOf(name, given)).find((each) => each !== null);
      if (route === undefined)
        throw errors.E_ROUTE_UNDOCUMENTED({ name, reason: `${app.config.openapi.file} has no such operation` });
      const spec = { ...route, replies: new Map<number, string>() };
      const encoded = input.body === undefined ? undefined : encodeBody(spec, input.body);
      const own = encoded instanceof Blob ? encoded.type : '';
      const type = own || spec.raw || (typeof encoded === 'string' ? 'application/json' : '');
      const headers = { ...(encoded === undefined || type === '' ? {} : { 'Content-Type': type }), ...input.headers };
      const response = await send(route.method, encodeUrl(spec, input), encoded, headers);
      const { status, text } = response;
      const fault = route.faultOf({ status, type: response.headers.get('content-type') ?? '', text });
      if (fault !== null) throw assertionFailure(fault, response, routeRequest);
      return response;
    },
    reviver(app, name),
  );

const reviver =
  (app: Application, name: string): Revive =>
  async (status, body) => {
    const { client }: OpenApiConfig = app.config.openapi;
    if (client?.dates !== 'date') return body;
    const routes = (await contractsOf(app, name)).map((each) => each.routeOf(name, []));
    const table = routes.find((each) => each !== null)?.dateTable();
    if (table === undefined) return body;
    return (await import('@taproot/client/wire')).reviveDates(body, `${name} ${status}`, table);
  };

const contracts = new WeakMap<Application, Promise<readonly Contract[]>>();

const contractsOf = (app: Application, name: string): Promise<readonly Contract[]> => {
  if (!('openapi' in app.config))
    throw errors.E_ROUTE_UNDOCUMENTED({ name, reason: 'the application has no plugin openapi()' });
  const known = contracts.get(app) ?? readContracts(app);
  contracts.set(app, known);
  return known;
};

const readContracts = async (app: Application): Promise<readonly Contract[]> => {
  const { Contract, documentsOf } = await import('@taproot/openapi/contract');
  return Promise.all(documentsOf(app.config.openapi).map(({ file }) => Contract.read(app.path(file), file)));
};
