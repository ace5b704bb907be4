import { existsSync } from 'node:fs';
import { type AuthorFrame, reasonOf, showFrame } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { generatedBy } from '../generated-by.ts';
import { changedReplies } from './changed-replies.ts';
import type { api, CompilerModules, OpenProject, Program } from './compiler-modules.ts';
import { declaredBodies, declaredReplies, describedReplies } from './declared-replies.ts';
import { commentOf } from './doc-comments.ts';
import { errorHeaders } from './error-headers.ts';
import { askArguments, callAt, type FoundHandler, HandlerFinder } from './find-handler.ts';
import { GenericCalls } from './generic-calls.ts';
import { readHeaders } from './headers.ts';
import { abortedReplies, askedAbilities, InputReader, readCredentials, takenFields } from './inputs.ts';
import { openCalls } from './open-calls.ts';
import { type Reached, ReachedCalls } from './reached-calls.ts';
import { Replies } from './replies.ts';
import { type CodeBeside, RouteCodeFinder } from './route-code.ts';
import { Rules } from './rules.ts';
import { Session } from './session.ts';
import { Shapes } from './shapes.ts';
import { thrownErrors } from './thrown-errors.ts';
import type {
  Gap,
  HandlerFacts,
  HandlerQuery,
  KnownErrors,
  MessagesFact,
  PayloadFact,
  ReplyFact,
  TypeReader,
} from './type-reader.ts';
import type { NamedShape } from './type-shape.ts';

/** Reads types through TypeScript 7, or through another version that has its interface. */
export class TypeScriptReader implements TypeReader {
  readonly compiler: string;
  readonly #project: OpenProject;
  readonly #session: Session;
  readonly #shapes: Shapes;
  readonly #reached: ReachedCalls;
  readonly #replies: Replies;
  readonly #rules: Rules;
  readonly #inputs: InputReader;
  readonly #finder: HandlerFinder;
  readonly #code: RouteCodeFinder;
  readonly #handlers = new Map<HandlerQuery, FoundHandler | null>();

  /**
   * @param config path of the tsconfig.json
   * @throws E_OPENAPI_COMPILER for a file that is missing or cannot be read; E_OPENAPI_CODE for code that cannot be parsed.
   */
  constructor(typescript: CompilerModules, version: string, config: string, known: KnownErrors) {
    this.compiler = `TypeScript ${version}`;
    this.#project = openProject(typescript, config);
    this.#session = new Session(typescript, this.#project, known);
    this.#shapes = new Shapes(this.#session);
    this.#reached = new ReachedCalls(this.#session);
    const { index, targets } = this.#reached;
    this.#replies = new Replies(this.#session, this.#shapes, new GenericCalls(this.#session, index, targets));
    this.#rules = new Rules(this.#session, this.#shapes);
    this.#inputs = new InputReader(this.#session);
    this.#finder = new HandlerFinder(this.#session, index, targets);
    this.#code = new RouteCodeFinder(this.#session, index, targets);
  }

  prepare(queries: readonly HandlerQuery[]): void {
    try {
      askArguments(this.#session, queries);
      this.#reached.ask(queries.flatMap((query) => this.#found(query)?.roots.map(({ node }) => node) ?? []));
    } catch {
      // `handler()` meets the same failure, and says of which handler.
    }
  }

  handler(query: HandlerQuery): HandlerFacts {
    try {
      return this.#read(query);
    } catch (error) {
      // One handler that the reader cannot cope with must not hide what it reads of the others.
      return { ...nothing, gaps: [failed(query, error)] };
    }
  }

  #read(query: HandlerQuery): HandlerFacts {
    const found = this.#found(query);
    if (found === null) return { ...nothing, gaps: [notFound(query)] };
    const own = this.#reached.of(found.roots, found.around);
    const isRedirect = query.redirect !== null;
    const beside = this.#code.of(query);
    // A socket answers by its connection, which no response describes.
    const isDeclared = query.replies.length > 0 || query.socket !== null;
    const answered = isDeclared
      ? { headers: [], ...declaredReplies(this.#session, this.#shapes, query) }
      : query.redirect === null
        ? this.#replies.read(found, own, query)
        : { replies: [redirected(query.redirect, found.place)], headers: [], gaps: [] };
    const parts = [
      this.#factsOf(own, isDeclared, query.bodies.length > 0),
      ...beside.parts.map((part) => this.#besides(found, part, query)),
    ];
    const changed = beside.parts.map(({ roots, described }, i) => {
      const made = parts[i + 1]?.replies ?? [];
      const fails = parts[0]?.errors.length !== 0 || parts[0].validations.length > 0;
      const found = changedReplies(this.#session, roots, { makesReplies: made.length > 0, fails });
      return described === null ? found : { ...found, gaps: [] };
    });
    // The outermost middleware has the last word.
    const status = changed.find((each) => each.status !== null)?.status ?? null;
    // A middleware replaces what the code after it answers: the handler, which is the first part, and the middleware of later parts.
    const kept = <Answer extends { readonly status: number }>(answers: readonly Answer[], part: number) =>
      answers.filter(
        (each) => !changed.some(({ replaced }, i) => (part === 0 || i < part - 1) && replaced.includes(each.status)),
      );
    const declared = declaredBodies(this.#session, this.#shapes, query);
    return {
      place: found.place,
      ...commentOf(this.#session, found, query),
      replies: [
        ...(isDeclared ? answered.replies : kept(withStatus(answered.replies, status), 0)),
        ...parts.flatMap(({ replies }, i) => kept(replies, i)),
      ],
      errors: parts.flatMap(({ errors }, i) => kept(errors, i)),
      replaced: changed.flatMap(({ replaced }) => replaced),
      validations: parts.flatMap(({ validations }) => validations),
      inputs: parts.flatMap(({ inputs }) => inputs),
      body: parts.map(({ body }) => body).find((body) => body !== null) ?? null,
      credentials: parts.flatMap(({ credentials }) => credentials),
      taken: parts.flatMap(({ taken }) => taken),
      headers: [...answered.headers, ...parts.flatMap(({ headers }) => headers)],
      bodies: declared.bodies,
      abilities: parts.flatMap(({ abilities }) => abilities),
      messages: query.socket === null ? null : this.#messages(found.type),
      gaps: [
        ...(found.roots.length === 0 && !isRedirect && query.socket === null
          ? [found.isUnclear ? severalHandlers(query, found.place) : noBody(query, found.place)]
          : []),
        ...answered.gaps,
        ...declared.gaps,
        ...beside.gaps,
        ...(isDeclared ? [] : changed.flatMap((each) => each.gaps)),
        ...parts.flatMap(({ gaps }) => gaps),
      ],
    };
  }

  #found(query: HandlerQuery): FoundHandler | null {
    const known = this.#handlers.get(query) ?? this.#find(query);
    this.#handlers.set(query, known);
    return known;
  }

  #find(query: HandlerQuery): FoundHandler | null {
    const { redirect, source, socket } = query;
    if (socket !== null) return this.#finder.socket(socket);
    return redirect !== null && source !== null ? noHandler(source) : this.#finder.find(query);
  }

  /** The types of a socket's messages, which its own type has for clients. */
  #messages(socket: FoundHandler['type']): MessagesFact {
    const { cache } = this.#session;
    const optional = socket && this.#session.memberOf(socket, '~types');
    const types = optional && this.#session.membersOf(optional).find((each) => cache.property(each, 'sends'));
    const of = (way: 'receives' | 'sends'): MessagesFact['sends'] => {
      const type = types && this.#session.memberOf(types, way);
      const shape = type && this.#shapes.of(type);
      const whole = shape?.kind === 'ref' ? this.#shapes.named(shape.id).shape : shape;
      return whole?.kind === 'object' ? whole.members : [];
    };
    return { receives: of('receives'), sends: of('sends') };
  }

  /** The facts of middleware and of functions of `bind()`. Their responses are those that they make, not the results of `next()`. */
  #besides(found: FoundHandler, { roots, described, descriptions }: CodeBeside, query: HandlerQuery): CodeFacts {
    const reached = this.#reached.of(roots);
    const facts = this.#factsOf(reached, false);
    const { replies, headers, gaps } = this.#replies.read({ ...found, type: undefined, roots }, reached, query);
    const all = { ...facts, replies: [...facts.replies, ...replies], headers: [...facts.headers, ...headers] };
    if (described === null) return { ...all, gaps: [...facts.gaps, ...gaps] };
    // What describe() says wins. The code adds the bodies and inputs that it leaves out.
    const bodies = describedReplies(this.#session, this.#shapes, descriptions);
    const said = new Set(bodies.map(({ status }) => status));
    return {
      ...all,
      replies: [...bodies, ...all.replies.filter(({ status }) => !said.has(status))],
      errors: facts.errors.filter(({ status }) => !described.includes(status)),
      gaps: [],
    };
  }

  #factsOf(reached: Reached, isAnswerDeclared: boolean, isBodyDeclared = false): CodeFacts {
    const rules = this.#rules.read(reached);
    const inputs = this.#inputs.read(reached, isBodyDeclared || rules.validations.length > 0);
    const set = readHeaders(this.#session, reached);
    const thrown = thrownErrors(this.#session, reached);
    return {
      replies: abortedReplies(this.#session, reached).map(({ node, status, body }) => ({
        status,
        type: 'application/json',
        body: this.#shapes.of(body),
        place: this.#session.placeOf(node),
      })),
      errors: thrown.errors.map(({ details, ...error }) =>
        details === undefined
          ? error
          : { ...error, details: { shape: this.#shapes.of(details.type), place: details.place } },
      ),
      validations: rules.validations,
      inputs: inputs.inputs,
      body: inputs.body,
      headers: [...set.headers, ...errorHeaders(this.#session, reached)],
      abilities: askedAbilities(this.#session, reached),
      credentials: readCredentials(this.#session, reached),
      taken: takenFields(this.#session, reached.calls),
      gaps: [
        ...reached.unknown.map((node) => noType(node.expression.getText(), this.#session.placeOf(node))),
        ...openCalls(this.#session, reached.open, isAnswerDeclared),
        ...rules.gaps,
        ...set.gaps,
        ...inputs.gaps,
        ...thrown.gaps,
      ],
    };
  }

  payload(place: AuthorFrame): PayloadFact | null {
    const call = callAt(this.#session, place);
    const type = call === null ? undefined : this.#session.cache.typeAt(call);
    // The whole type: its member `~payload` is optional, and the shape of a member leaves undefined out.
    const shape = type && this.#shapes.of(type);
    const whole = shape?.kind === 'ref' ? this.#shapes.named(shape.id).shape : shape;
    const payload = whole?.kind === 'object' ? whole.members.find(({ name }) => name === '~payload') : undefined;
    if (call === null || payload === undefined) return null;
    const { ast: syntax, cache } = this.#session;
    const symbol = syntax.isVariableDeclaration(call.parent) ? this.#session.symbolAt(call.parent.name) : undefined;
    return { shape: payload.shape, doc: symbol === undefined ? '' : cache.docOf(symbol) };
  }

  named(id: string): NamedShape {
    return this.#shapes.named(id);
  }

  faults(): readonly string[] {
    const { program } = this.#project;
    return [...this.#reached.files()]
      .flatMap((file) => program.getSemanticDiagnostics(file))
      .map((fault) => `${placeOf(program, fault)}: ${fault.text}`);
  }

  close(): void {
    this.#project.close();
  }
}

/** Replies of which every success has another status; null for the one of each. */
const withStatus = (replies: readonly ReplyFact[], status: number | null): readonly ReplyFact[] =>
  status === null ? replies : replies.map((each) => (each.status < 300 ? { ...each, status } : each));

const redirected = (status: number, place: AuthorFrame): ReplyFact => ({ status, type: null, body: null, place });

/** A route without code of its own. */
const noHandler = (place: AuthorFrame): FoundHandler => ({
  type: undefined,
  roots: [],
  around: [],
  symbol: undefined,
  place,
  isUnclear: false,
});

/** The facts of code, of a handler or of middleware. */
type CodeFacts = Omit<HandlerFacts, 'place' | 'doc' | 'deprecated' | 'bodies' | 'replaced' | 'messages'>;

const nothing: HandlerFacts = {
  place: null,
  doc: '',
  deprecated: false,
  replies: [],
  errors: [],
  replaced: [],
  validations: [],
  inputs: [],
  headers: [],
  bodies: [],
  abilities: [],
  body: null,
  credentials: [],
  taken: [],
  messages: null,
  gaps: [],
};

const notFound = ({ route, source, socket }: HandlerQuery): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The handler of ${route} cannot be found${source === null ? '' : ` at ${showFrame(source)}`}`,
  fix:
    socket === null
      ? 'Register it in a file that tsconfig.json includes, by a direct call such as route.get(path, handler)'
      : `Declare its socket in a file that tsconfig.json includes; it is declared at ${showFrame(socket)}`,
  place: source,
});

const failed = ({ route, source }: HandlerQuery, error: unknown): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The handler of ${route} cannot be read: ${reasonOf(error)}`,
  fix: 'Correct what npx tsc reports there; if it reports nothing, please report the handler as a bug of @taproot/openapi',
  place: source,
});

const noBody = ({ route }: HandlerQuery, place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The code of the handler of ${route} cannot be found`,
  fix: 'Give a function, [Controller, "method"], or the result of a function that returns one',
  place,
});

const severalHandlers = ({ route }: HandlerQuery, place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `One call registers several handlers, and the code does not say which one that of ${route} is`,
  fix: 'Give each handler a name of its own, or write its path beside it: [["/posts", listPosts], ["/users", listUsers]]',
  place,
});

const noType = (called: string, place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The call of ${called} has no type, so that the document says nothing of it`,
  fix: 'Correct what npx tsc reports there, and give values their types in place of any',
  place,
});

const openProject = (compiler: CompilerModules, config: string): OpenProject => {
  if (!existsSync(config)) throw noConfig(config);
  const project = compiler.open(config);
  if (project === null) throw noConfig(config);
  const { program } = project;
  const [broken] = program.getConfigFileParsingDiagnostics();
  const [fault] = broken === undefined ? faultsOf(program) : [];
  if (broken === undefined && fault === undefined) return project;
  const error =
    fault === undefined
      ? errors.E_OPENAPI_COMPILER({
          reason: `${config} is not right: ${broken?.text}`,
          action: 'Correct it; npx tsc shows the same',
        })
      : errors.E_OPENAPI_CODE({ fault: `${placeOf(program, fault)}: ${fault.text}` });
  project.close();
  throw error;
};

/** A fault in a file that `openapi:write` has made must not keep it from making the file anew. */
const faultsOf = (program: Program): readonly api.Diagnostic[] =>
  program
    .getSyntacticDiagnostics()
    .filter(
      ({ fileName }) =>
        fileName === undefined || program.getSourceFile(fileName)?.text.startsWith(generatedBy) !== true,
    );

const placeOf = (program: Program, { fileName, pos }: api.Diagnostic): string => {
  const file = fileName === undefined ? undefined : program.getSourceFile(fileName);
  if (file === undefined) return fileName ?? '';
  const { line, character } = file.getLineAndCharacterOfPosition(pos);
  return showFrame({ file: file.fileName, line: line + 1, column: character + 1 });
};

const noConfig = (config: string) =>
  errors.E_OPENAPI_COMPILER({
    reason: `there is no ${config}`,
    action: 'Set openapi.tsconfig (config/openapi.ts) to the tsconfig.json of the application',
  });
