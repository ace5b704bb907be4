import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { showFrame } from '@taproot/core/internal';
import type * as api from 'typescript/unstable/sync';
import { errors } from '../errors.ts';
import { generatedBy } from '../generated-by.ts';
import { boundFunctions } from './bound-functions.ts';
import type { CompilerModules } from './compiler-modules.ts';
import { declaredBodies, declaredReplies } from './declared-replies.ts';
import { askArguments, findHandler } from './find-handler.ts';
import { readHeaders } from './headers.ts';
import { askedAbilities, readInputs, takenFields } from './inputs.ts';
import { ReachedCalls } from './reached-calls.ts';
import { Replies } from './replies.ts';
import { Rules } from './rules.ts';
import { Session } from './session.ts';
import { Shapes } from './shapes.ts';
import { thrownErrors } from './thrown-errors.ts';
import type { Gap, HandlerFacts, HandlerQuery, KnownErrors, TypeReader } from './type-reader.ts';
import type { NamedShape } from './type-shape.ts';

/** Reads types through TypeScript 7, or through another version that has its interface. */
export class TypeScriptReader implements TypeReader {
  readonly compiler: string;
  readonly #api: api.API;
  readonly #session: Session;
  readonly #shapes: Shapes;
  readonly #reached: ReachedCalls;
  readonly #replies: Replies;
  readonly #rules: Rules;

  /**
   * @param config path of the tsconfig.json
   * @throws E_OPENAPI_COMPILER for a file that is missing or cannot be read; E_OPENAPI_CODE for code that cannot be parsed.
   */
  constructor(typescript: CompilerModules, version: string, config: string, known: KnownErrors) {
    this.compiler = `TypeScript ${version}`;
    if (!existsSync(config)) throw noConfig(config);
    this.#api = new typescript.api.API({ cwd: dirname(config) });
    try {
      this.#session = new Session(typescript, openProject(this.#api, config), known);
    } catch (error) {
      this.#api.close();
      throw error;
    }
    this.#shapes = new Shapes(this.#session);
    this.#reached = new ReachedCalls(this.#session);
    this.#replies = new Replies(this.#session, this.#shapes);
    this.#rules = new Rules(this.#session);
  }

  prepare(queries: readonly HandlerQuery[]): void {
    askArguments(this.#session, queries);
    this.#reached.ask(queries.flatMap((query) => findHandler(this.#session, query)?.body ?? []));
  }

  handler(query: HandlerQuery): HandlerFacts {
    const found = findHandler(this.#session, query);
    if (found === null) return { ...nothing, gaps: [notFound(query)] };
    const { calls, thrown, unknown } = found.body === null ? noSteps : this.#reached.of(found.body);
    const { replies, gaps } =
      query.replies.length > 0 ? declaredReplies(this.#session, this.#shapes, query) : this.#replies.read(found, calls);
    const rules = this.#rules.read(calls);
    const set = readHeaders(this.#session, calls);
    const declared = declaredBodies(this.#session, this.#shapes, query);
    const bound = boundFunctions(this.#session, query).map((body) => this.#reached.of(body));
    const { symbol } = found;
    return {
      place: found.place,
      doc: symbol === undefined ? '' : this.#session.cache.docOf(symbol),
      deprecated: symbol !== undefined && this.#session.cache.tagsOf(symbol).some(({ name }) => name === 'deprecated'),
      replies,
      errors: [{ calls, thrown }, ...bound].flatMap((each) => thrownErrors(this.#session, each.calls, each.thrown)),
      validations: rules.validations,
      inputs: readInputs(this.#session, calls),
      headers: set.headers,
      bodies: declared.bodies,
      abilities: askedAbilities(this.#session, calls),
      taken: takenFields(this.#session, calls),
      gaps: [
        ...(found.body === null ? [noBody(query, found.place)] : []),
        ...unknown.map((node) => noType(node.expression.getText(), this.#session.placeOf(node))),
        ...gaps,
        ...rules.gaps,
        ...set.gaps,
        ...declared.gaps,
      ],
    };
  }

  named(id: string): NamedShape {
    return this.#shapes.named(id);
  }

  close(): void {
    this.#api.close();
  }
}

const nothing: HandlerFacts = {
  place: null,
  doc: '',
  deprecated: false,
  replies: [],
  errors: [],
  validations: [],
  inputs: [],
  headers: [],
  bodies: [],
  abilities: [],
  taken: [],
  gaps: [],
};

const notFound = ({ route, source }: HandlerQuery): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The handler of ${route} cannot be found${source === null ? '' : ` at ${showFrame(source)}`}`,
  fix: 'Register it in a file that tsconfig.json includes, by a direct call such as route.get(path, handler)',
  place: source,
});

const noBody = ({ route }: HandlerQuery, place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The code of the handler of ${route} cannot be found`,
  fix: 'Give a function, [Controller, "method"], or the result of a function that returns one',
  place,
});

const noSteps = { calls: [], thrown: [], unknown: [] };

const noType = (called: string, place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_HANDLER',
  message: `The call of ${called} has no type, so that the document says nothing of it`,
  fix: 'Correct what npx tsc reports there, and give values their types in place of any',
  place,
});

const openProject = (compiler: api.API, config: string): api.Project => {
  const snapshot = compiler.updateSnapshot({ openProjects: [config] });
  const project = snapshot.getProject(config);
  if (project === undefined) throw noConfig(config);
  const { program } = project;
  const [broken] = program.getConfigFileParsingDiagnostics();
  if (broken !== undefined)
    throw errors.E_OPENAPI_COMPILER({
      reason: `${config} is not right: ${broken.text}`,
      action: 'Correct it; npx tsc shows the same',
    });
  const fault = program.getSyntacticDiagnostics().find(({ fileName }) => !isGenerated(program, fileName));
  if (fault !== undefined) throw errors.E_OPENAPI_CODE({ fault: `${placeOf(program, fault)}: ${fault.text}` });
  return project;
};

/** A fault in a file that `openapi:write` has made must not keep it from making the file anew. */
const isGenerated = (program: api.Program, file: string | undefined): boolean =>
  file !== undefined && program.getSourceFile(file)?.text.startsWith(generatedBy) === true;

const placeOf = (program: api.Program, { fileName, pos }: api.Diagnostic): string => {
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
