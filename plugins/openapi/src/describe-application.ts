import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Application } from '@taproot/core';
import type { RouteInfo, SecurityDescription } from '@taproot/core/plugin';
import { asyncDocument, type BuiltSockets } from './asyncapi/async-document.ts';
import type { SocketSchemas } from './asyncapi/socket-messages.ts';
import { type DocumentSettings, documentsOf, socketsOf } from './config.ts';
import { type Built, buildDocument, handlersOf } from './document/build-document.ts';
import { bodyErrors, knownErrors } from './document/known-errors.ts';
import { errors } from './errors.ts';
import type { JsonObject } from './json.ts';
import { type Code, openReader } from './open-reader.ts';
import type { Gap, HandlerFacts, TypeReader } from './reader/type-reader.ts';
import { type StandardJudge, schemaDocuments, writtenSchema } from './rules/schema-documents.ts';
import { validationSchemas } from './rules/validation-schemas.ts';

/** A document as the code says it. */
export interface Described extends Built {
  /** Its sockets: the AsyncAPI document, and their types for the client. Null without sockets. */
  readonly sockets: Pick<BuiltSockets, 'document' | 'types'> | null;
  readonly settings: DocumentSettings;
}

/**
 * Reads the code of a booted application and makes its documents, the first one first.
 * @param isChecked whether code that does not compile is an error
 * @param code packages to search for a compiler, instead of TypeScript and TypeScript 6; a tsconfig.json instead of the configured one
 * @throws E_OPENAPI_COMPILER, E_OPENAPI_CODE when the code cannot be read; E_OPENAPI_OPERATION for two operations of one id.
 */
export const describeApplication = async (
  app: Application,
  folder: string,
  { isChecked = false, ...code }: Partial<Pick<Code, 'from' | 'config'>> & { readonly isChecked?: boolean } = {},
): Promise<readonly [first: Described, ...further: Described[]]> => {
  const { tsconfig, problem_type: problemType, table_names: tables } = app.config.openapi;
  const known = await knownErrors(
    folder,
    app.plugins.map(({ name }) => name),
  );
  const reader = remembering(await openReader({ folder, config: resolve(folder, tsconfig), ...code }, known));
  try {
    const rules = await validationSchemas(app, tables);
    const routes = app.facades.Route().getRoutes();
    const documents = await schemaDocuments(folder, handlersOf(routes, reader));
    const schemas = await socketSchemas(folder, routes);
    const hooks = app.hookTables.of('openapi');
    const describe = (settings: DocumentSettings): Described => {
      const sources = {
        routes,
        reader,
        rules,
        documents,
        guards: (name: string | null) => guardSecurity(app, name),
        info: infoOf(settings, folder),
        servers: settings.servers,
      };
      const built = buildDocument({
        ...sources,
        isIn: settings.routes ?? (() => true),
        bodyErrors: bodyErrors(),
        hooks,
        webhooks: app.provided('webhooks') ?? [],
        problemType,
        denials: denialsOf(app),
      });
      const sockets = socketsOf(routes, settings);
      const channels = sockets.length === 0 ? null : asyncDocument({ ...sources, sockets, schemas });
      const gaps = [...errorGaps(app), ...built.gaps, ...(channels?.gaps ?? [])];
      for (const gap of gaps) hooks.gap.call(gap);
      const document = hooks.document.call(built.document, { name: settings.name });
      return {
        ...built,
        document,
        sockets: channels,
        gaps,
        routes: [...built.routes, ...(channels?.routes ?? [])],
        settings,
      };
    };
    const [first, ...further] = documentsOf(app.config.openapi);
    const described = [describe(first), ...further.map(describe)] as const;
    const [fault] = isChecked ? reader.faults() : [];
    if (fault !== undefined) throw errors.E_OPENAPI_CODE({ fault });
    return described;
  } finally {
    reader.close();
  }
};

/** The JSON Schemas of the Standard Schemas that sockets receive. */
const socketSchemas = async (folder: string, routes: readonly RouteInfo[]): Promise<SocketSchemas> => {
  const schemas = routes.flatMap(({ socket }) => Object.values(socket?.receives ?? {}));
  const standard = schemas.filter((each): each is StandardJudge => '~standard' in each);
  return new Map(await Promise.all(standard.map(async (each) => [each, await writtenSchema(folder, each)] as const)));
};

/** The reader, which reads each handler once: schemas have to be known before the documents, and a route may be in several. */
const remembering = (reader: TypeReader): TypeReader => {
  const known = new Map<string, HandlerFacts>();
  return {
    compiler: reader.compiler,
    prepare: (queries) => reader.prepare(queries),
    handler: (query) => {
      const key = JSON.stringify(query);
      const facts = known.get(key) ?? reader.handler(query);
      known.set(key, facts);
      return facts;
    },
    faults: () => reader.faults(),
    payload: (place) => reader.payload(place),
    named: (id) => reader.named(id),
    close: () => reader.close(),
  };
};

/** The statuses with which the gate denies an ability; none without a gate. */
const denialsOf = (app: Application): ((ability: string) => readonly number[]) => {
  const abilities = app.provided('abilities');
  return (ability) => abilities?.statusesOf(ability) ?? [];
};

/** How clients send the credentials of a guard: as the middleware of its routes describes it. */
const guardSecurity = (app: Application, name: string | null): SecurityDescription | null => {
  const step = app.provided('optionalUser')?.(name);
  const [route] = app.facades.Route().getRoutes();
  return (route && step?.describe?.(route)?.security) ?? null;
};

/**
 * A tap of `http.error` may change the bodies of errors, so the document would be wrong about them. Such a tap is a gap, unless the plugin
 * also taps `openapi.problem`.
 */
const errorGaps = (app: Application): Gap[] => {
  const said = new Set(app.hookTables.of('openapi').problem.taps.map(({ name }) => name));
  const taps = app.facades.Http().hooks.error.taps.filter(({ name }) => !said.has(name));
  return taps.map(({ name }) => ({
    code: 'E_OPENAPI_REPLY',
    message: `"${name}" taps http.error, and may answer errors with a body that the document does not say`,
    fix: `Tap the hook openapi.problem by the same name, and say there what it answers: app.hookTables.of('openapi').problem.tap('${name}', ...)`,
    place: null,
  }));
};

/** Reads only files under version control, so that the document is the same on every machine. */
const infoOf = (settings: DocumentSettings, folder: string): JsonObject => {
  const { title, version, description, contact, license, terms } = settings;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name?: string;
    readonly version?: string;
  };
  return {
    title: title ?? manifest.name ?? 'API',
    ...(description === null ? {} : { description }),
    ...(terms === null ? {} : { termsOfService: terms }),
    ...(contact === null ? {} : { contact }),
    ...(license === null ? {} : { license }),
    version: version ?? manifest.version ?? '0.0.0',
  };
};
