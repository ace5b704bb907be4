import { existsSync, readFileSync } from 'node:fs';
import type { ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { bare, type ClassNode, functionOf, isClass, memberName, nameText } from './syntax.ts';

/** A class or an object literal with members that have code. */
export type Container = ClassNode | ast.ObjectLiteralExpression;

/** The parts of one file, by name. */
interface FileParts {
  readonly containers: ReadonlyMap<string, readonly Container[]>;
  readonly classes: ReadonlyMap<string, readonly ClassNode[]>;
  readonly calls: ReadonlyMap<string, readonly ast.CallExpression[]>;
  readonly made: ReadonlyMap<string, readonly ast.NewExpression[]>;
}

/** Files of tests: what they make stands for something else, and runs in no application. */
const ofTests = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/;

const getter = /\bget\s+([\w$]+)\s*\(/g;

/**
 * Finds code of the application by a name, in files of which the handler says nothing: classes that implement an interface, controllers,
 * middleware. A file is parsed only if its text has the name.
 */
export class ProgramIndex {
  readonly #session: Session;
  readonly #parts = new Map<string, FileParts>();
  #texts: ReadonlyMap<string, string> | null = null;
  #getters: ReadonlySet<string> | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Names of getters in the application. */
  get getters(): ReadonlySet<string> {
    this.#getters ??= new Set(
      [...this.#files()].flatMap(([, text]) => [...text.matchAll(getter)].map(([, name = '']) => name)),
    );
    return this.#getters;
  }

  /** Classes and object literals with a member of this name that has code. */
  containersOf(member: string): Container[] {
    return this.#with(member).flatMap(({ containers }) => containers.get(member) ?? []);
  }

  /** Classes of this name. */
  classesNamed(name: string): ClassNode[] {
    return this.#with(name).flatMap(({ classes }) => classes.get(name) ?? []);
  }

  /** Calls of functions and methods with this name. */
  callsOf(name: string): ast.CallExpression[] {
    return this.#with(name).flatMap(({ calls }) => calls.get(name) ?? []);
  }

  /** Where objects of a class with this name are made. */
  madeOf(name: string): ast.NewExpression[] {
    return this.#with(name).flatMap(({ made }) => made.get(name) ?? []);
  }

  #with(name: string): FileParts[] {
    return [...this.#files()].flatMap(([file, text]) => (text.includes(name) ? (this.#partsOf(file) ?? []) : []));
  }

  #files(): ReadonlyMap<string, string> {
    if (this.#texts !== null) return this.#texts;
    const { program, owners } = this.#session;
    const own = program.getSourceFileNames().filter((file) => {
      if (file.endsWith('.d.ts') || owners.of(file).kind !== 'application') return false;
      return !ofTests.test(file.slice(owners.folderOf(file).length)) && existsSync(file);
    });
    this.#texts = new Map(own.toSorted().map((file) => [file, readFileSync(file, 'utf8')]));
    return this.#texts;
  }

  #partsOf(file: string): FileParts | null {
    const known = this.#parts.get(file);
    if (known !== undefined) return known;
    const source = this.#session.program.getSourceFile(file);
    if (source === undefined) return null;
    const containers = new Map<string, Container[]>();
    const classes = new Map<string, ClassNode[]>();
    const calls = new Map<string, ast.CallExpression[]>();
    const made = new Map<string, ast.NewExpression[]>();
    const visit = (node: ast.Node): void => {
      if (isClass(this.#session, node) || this.#session.ast.isObjectLiteralExpression(node)) {
        for (const name of this.#membersOf(node)) add(containers, name, node);
        const own = isClass(this.#session, node) ? nameText(this.#session, node.name) : null;
        if (own !== null && isClass(this.#session, node)) add(classes, own, node);
      }
      if (this.#session.ast.isCallExpression(node) || this.#session.ast.isNewExpression(node)) {
        const called = bare(this.#session, node.expression);
        const name = this.#session.ast.isPropertyAccessExpression(called) ? called.name : called;
        const text = nameText(this.#session, name);
        if (text !== null && this.#session.ast.isCallExpression(node)) add(calls, text, node);
        else if (text !== null && this.#session.ast.isNewExpression(node)) add(made, text, node);
      }
      node.forEachChild(visit);
    };
    visit(source);
    const parts = { containers, classes, calls, made };
    this.#parts.set(file, parts);
    return parts;
  }

  #membersOf(node: Container): string[] {
    const members: readonly ast.Node[] = isClass(this.#session, node) ? node.members : node.properties;
    return members.flatMap((member) => {
      const { ast: syntax } = this.#session;
      const named = syntax.isShorthandPropertyAssignment(member) || this.#holdsCode(member);
      return named ? (memberName(this.#session, member) ?? []) : [];
    });
  }

  /** Whether a member is a function, or a name that may stand for one. */
  #holdsCode(member: ast.Node): boolean {
    const { ast: syntax } = this.#session;
    if (functionOf(this.#session, member) !== null) return true;
    if (!syntax.isPropertyAssignment(member) && !syntax.isPropertyDeclaration(member)) return false;
    const value = member.initializer && bare(this.#session, member.initializer);
    return (
      value !== undefined &&
      (syntax.isIdentifier(value) || syntax.isPropertyAccessExpression(value) || syntax.isCallExpression(value))
    );
  }
}

const add = <Value>(values: Map<string, Value[]>, name: string, value: Value): void => {
  const known = values.get(name);
  if (known === undefined) values.set(name, [value]);
  else known.push(value);
};
