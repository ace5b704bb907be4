import type { AuthorFrame, RouteController } from '@taproot/core/internal';
import type { NamedShape, ShapeMember, TypeShape } from './type-shape.ts';

/** A part of the code that could not be read. `code` names the kind, `fix` says what to write instead. */
export interface Gap {
  readonly code:
    | 'E_OPENAPI_CALL'
    | 'E_OPENAPI_ERROR'
    | 'E_OPENAPI_HANDLER'
    | 'E_OPENAPI_INPUT'
    | 'E_OPENAPI_MIDDLEWARE'
    | 'E_OPENAPI_NAME'
    | 'E_OPENAPI_REPLY'
    | 'E_OPENAPI_RULES'
    | 'E_OPENAPI_SHAPE';
  readonly message: string;
  readonly fix: string;
  /** Null if the place is unknown, too. */
  readonly place: AuthorFrame | null;
}

/** A reply that a handler can give. */
export interface ReplyFact {
  readonly status: number;
  /** Media type; null for no body. For a file it is any type, because the type is unknown. */
  readonly type: string | null;
  /** Type of the body; null for bytes. */
  readonly body: TypeShape | null;
  readonly place: AuthorFrame;
}

/** An error that a handler, or a function it calls, can throw. */
export interface ErrorFact {
  readonly status: number;
  /** `code` of its JSON body. */
  readonly code: string;
  /** The message in the code that throws it, or its documentation; empty without both. */
  readonly description: string;
  /** The further members of its JSON body: `details` in the code that makes it. */
  readonly details?: { readonly shape: TypeShape; readonly place: AuthorFrame };
}

/** A rule as data. */
export interface RuleData {
  readonly rule: string;
  readonly parameters: readonly string[];
  /** Alternative sets of rules: `any_of`. */
  readonly sets?: RuleLists;
}

/** One entry of a rule list: a single rule, rules in one text with `|` between them, or a rule as data. */
export type RuleEntry = string | { readonly text: string } | RuleData;

/** The rules of one field. All rules of a list apply. Of several lists, one applies (`Rule.when`). */
export type RuleLists = readonly (readonly RuleEntry[])[];

/** A Standard Schema that validates in place of rules. */
export interface SchemaFact {
  /** The type that a client may send. */
  readonly input: TypeShape;
  /** The module that declares it, and its name there; null if it has none. */
  readonly source: { readonly file: string; readonly path: readonly string[] } | null;
}

/** A call that validates. */
export interface ValidationFact {
  readonly rules: Readonly<Record<string, RuleLists>>;
  /** The schema, if it validates by one; it has no rules then. */
  readonly schema: SchemaFact | null;
  /** Whether it answers 422 itself: `validated()` does, `validate()` and `validateRequest()` leave that to the handler. */
  readonly refuses: boolean;
  /** Whether a form request has `authorize()`, which can answer 403. */
  readonly authorizes: boolean;
  /** Values that a form request has for fields which are not sent. */
  readonly defaults: Readonly<Record<string, Literal>>;
  readonly place: AuthorFrame;
}

/** A value that is written in code. */
export type Literal = string | number | boolean;

/** A value that a handler reads by name: `query('page')`. */
export interface InputFact {
  readonly in: 'query' | 'header' | 'cookie' | 'body' | 'file' | 'path';
  readonly name: string;
  readonly shape: TypeShape;
  /** The value in place of one that is not sent: `queryInt('page', 1)`. */
  readonly byDefault?: Literal | undefined;
  /** The meaning of text that is not of its type. */
  readonly converts?: string | undefined;
}

/** A header or a cookie that a handler sets on a response. */
export interface HeaderFact {
  readonly kind: 'header' | 'cookie';
  readonly name: string;
  readonly type: 'string' | 'number';
  /** Statuses of the responses with it; null for every success. */
  readonly statuses: readonly number[] | null;
  /** The start of its expression. In `ctx.response().header(...).json(...)` the reply has the same place. */
  readonly place: AuthorFrame;
}

/** A request body that a route declares. */
export interface BodyFact {
  /** Media type. */
  readonly type: string;
  readonly body: TypeShape;
  readonly place: AuthorFrame;
}

/** Credentials that code looks for by itself, without middleware: `facades.Auth(ctx).user()`. */
export interface CredentialsFact {
  /** Name of the guard; null for the default one. */
  readonly guard: string | null;
  /** Whether requests without them are answered, too. */
  readonly optional: boolean;
}

/** The types of the messages of a socket: a member for each event. */
export interface MessagesFact {
  /** The data that clients may send. */
  readonly receives: readonly ShapeMember[];
  readonly sends: readonly ShapeMember[];
}

/** The payload of a webhook. */
export interface PayloadFact {
  readonly shape: TypeShape;
  /** Doc comment of the declaration; empty for none. */
  readonly doc: string;
}

/** Everything that a document needs to know about one handler. */
export interface HandlerFacts {
  /** Where the handler is; null if it was not found. */
  readonly place: AuthorFrame | null;
  /** Doc comment of the handler; empty for none. */
  readonly doc: string;
  readonly deprecated: boolean;
  readonly replies: readonly ReplyFact[];
  readonly errors: readonly ErrorFact[];
  /** Statuses of which no response gets through its middleware. */
  readonly replaced: readonly number[];
  readonly validations: readonly ValidationFact[];
  readonly inputs: readonly InputFact[];
  /** Headers and cookies that it sets. */
  readonly headers: readonly HeaderFact[];
  /** Request bodies that the route declares, instead of those of its handler. */
  readonly bodies: readonly BodyFact[];
  /** Abilities for which it asks `authorize()` of the gate. */
  readonly abilities: readonly string[];
  /** How the code reads the body besides rules and names: its bytes, or all of it; null if it does not. */
  readonly body: 'raw' | 'parsed' | null;
  readonly credentials: readonly CredentialsFact[];
  /** Fields that must be unique: those of `request().unique()`. */
  readonly taken: readonly string[];
  /** The messages of a socket; null for any other handler, and for a declaration that was not found. */
  readonly messages: MessagesFact | null;
  readonly gaps: readonly Gap[];
}

/** A middleware of a route. */
export interface MiddlewareQuery {
  readonly signature: string;
  /** Statuses that its `describe()` says; null without `describe()`. */
  readonly described: readonly number[] | null;
}

/** The handler to read: the place where its route is registered, and the method if it is a controller. */
export interface HandlerQuery {
  /** The route as messages show it: `GET /posts`. */
  readonly route: string;
  readonly source: AuthorFrame | null;
  readonly controller: RouteController | null;
  /** The name of the handler at run time; `closure` without one. It tells handlers apart that one call registers in a loop. */
  readonly handler: string;
  /** Path of the route, for the same. */
  readonly path: string;
  /** The middleware that runs, except middleware that says that it adds nothing. */
  readonly middleware: readonly MiddlewareQuery[];
  /** The status of a redirect, which has no handler in the code; null for any other route. */
  readonly redirect: number | null;
  /** Where its socket is declared; null for any other route. Its handler is then the code that runs before the connection opens. */
  readonly socket: AuthorFrame | null;
  /** Parameters of the path that `bind()` finds values for. */
  readonly bindings: readonly string[];
  /** Statuses of the responses that the route declares, instead of those of its handler. */
  readonly replies: readonly number[];
  /** Media types of the request bodies that the route declares. */
  readonly bodies: readonly string[];
}

/** Reads an application's code through one version of the compiler. */
export interface TypeReader {
  /** Name and version of the compiler. */
  readonly compiler: string;
  /** Reads these handlers together. It only makes later calls of `handler()` faster. */
  prepare(queries: readonly HandlerQuery[]): void;
  /** Reads a handler. `gaps` names each part of it that could not be read. */
  handler(query: HandlerQuery): HandlerFacts;
  /** The payload of the webhook that is declared here; null if the declaration was not found. */
  payload(place: AuthorFrame): PayloadFact | null;
  /** The named type of a `ref`. */
  named(id: string): NamedShape;
  /** The faults in the files with the code that was read, as text with the place. Checks them, which takes time. */
  faults(): readonly string[];
  /** Ends the compiler. */
  close(): void;
}

/** Statuses and descriptions by error code, of the error tables of packages. */
export type KnownErrors = ReadonlyMap<string, { readonly status: number; readonly description: string }>;
