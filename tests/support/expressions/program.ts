import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** One instruction of a backtracking matcher. */
export type Instruction =
  | { readonly op: 'char'; readonly matches: (text: string) => boolean; readonly back: boolean }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'edge'; readonly kind: 'start' | 'end' | 'word'; readonly negate: boolean }
  | { readonly op: 'look'; readonly body: readonly Instruction[]; readonly negate: boolean }
  | { readonly op: 'keep' | 'moved'; readonly name: string }
  | { readonly op: 'again'; readonly group: number; readonly back: boolean }
  | { readonly op: 'done' };

/** An expression as instructions. */
export interface Program {
  readonly tree: AST.Pattern;
  readonly code: readonly Instruction[];
  readonly multiline: boolean;
  readonly sticky: boolean;
  /** Whether it repeats anything without a bound. Without that, its steps have a bound for each character. */
  readonly isUnbounded: boolean;
}

const isSimple = (node: AST.Node): node is AST.Character | AST.CharacterSet | AST.CharacterClass =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass';

/** Whether a part may match nothing, so that a loop around it could go on for ever. */
const mayBeEmpty = (node: AST.Element): boolean => {
  if (isSimple(node)) return false;
  if (node.type === 'Quantifier') return node.min === 0 || mayBeEmpty(node.element);
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return node.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
  return true;
};

class Compiler {
  readonly code: Instruction[] = [];
  readonly #flags: string;
  readonly #shared: { loops: number; readonly keepsGroups: boolean };
  isUnbounded = false;

  constructor(flags: string, shared: { loops: number; readonly keepsGroups: boolean }) {
    this.#flags = flags;
    this.#shared = shared;
  }

  alternatives(list: readonly AST.Alternative[], back: boolean): void {
    const ends: { op: 'jump'; to: number }[] = [];
    for (const [at, { elements }] of list.entries()) {
      const split = { op: 'split' as const, first: 0, second: 0 };
      if (at < list.length - 1) this.code.push(split);
      split.first = this.code.length;
      for (const element of back ? elements.toReversed() : elements) this.#element(element, back);
      if (at === list.length - 1) break;
      const jump = { op: 'jump' as const, to: 0 };
      ends.push(jump);
      this.code.push(jump);
      split.second = this.code.length;
    }
    for (const jump of ends) jump.to = this.code.length;
  }

  #element(node: AST.Element, back: boolean): void {
    if (isSimple(node)) return this.#simple(node, back);
    switch (node.type) {
      case 'Group':
        return this.alternatives(node.alternatives, back);
      case 'CapturingGroup':
        return this.#group(node, back);
      case 'Quantifier':
        return this.#quantifier(node, back);
      case 'Assertion':
        return this.#assertion(node);
      case 'Backreference': {
        const [resolved] = [node.resolved].flat();
        if (resolved !== undefined) this.code.push({ op: 'again', group: groupOf(resolved), back });
        return;
      }
      default:
        throw new Error(`There are no steps for ${node.raw}.`);
    }
  }

  /** One character; JavaScript itself says which. */
  #simple(node: AST.Character | AST.CharacterSet | AST.CharacterClass, back: boolean): void {
    const expression = new RegExp(`^(?:${node.raw})$`, this.#flags.replaceAll(/[^isuv]/g, ''));
    const known = new Map<string, boolean>();
    const matches = (text: string): boolean => {
      const seen = known.get(text) ?? expression.test(text);
      known.set(text, seen);
      return seen;
    };
    this.code.push({ op: 'char', matches, back });
  }

  #group(node: AST.CapturingGroup, back: boolean): void {
    if (!this.#shared.keepsGroups) return this.alternatives(node.alternatives, back);
    const names = [`open${groupOf(node)}`, `close${groupOf(node)}`] as const;
    this.code.push({ op: 'keep', name: names[back ? 1 : 0] });
    this.alternatives(node.alternatives, back);
    this.code.push({ op: 'keep', name: names[back ? 0 : 1] });
  }

  #quantifier({ min, max, greedy, element }: AST.Quantifier, back: boolean): void {
    for (let times = 0; times < min; times++) this.#element(element, back);
    if (max === Number.POSITIVE_INFINITY) {
      this.isUnbounded = true;
      this.#loop(element, greedy, back);
      return;
    }
    const splits: { op: 'split'; first: number; second: number }[] = [];
    for (let times = min; times < max; times++) {
      const split = { op: 'split' as const, first: 0, second: 0 };
      splits.push(split);
      this.code.push(split);
      split[greedy ? 'first' : 'second'] = this.code.length;
      this.#element(element, back);
    }
    for (const split of splits) split[greedy ? 'second' : 'first'] = this.code.length;
  }

  #loop(element: AST.Element, greedy: boolean, back: boolean): void {
    const start = this.code.length;
    const split = { op: 'split' as const, first: 0, second: 0 };
    this.code.push(split);
    split[greedy ? 'first' : 'second'] = this.code.length;
    const name = mayBeEmpty(element) ? `loop${this.#shared.loops++}` : null;
    if (name !== null) this.code.push({ op: 'keep', name });
    this.#element(element, back);
    if (name !== null) this.code.push({ op: 'moved', name });
    this.code.push({ op: 'jump', to: start });
    split[greedy ? 'second' : 'first'] = this.code.length;
  }

  #assertion(node: AST.Assertion): void {
    if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') {
      const negate = node.kind === 'word' && node.negate;
      this.code.push({ op: 'edge', kind: node.kind, negate });
      return;
    }
    const inner = new Compiler(this.#flags, this.#shared);
    inner.alternatives(node.alternatives, node.kind === 'lookbehind');
    inner.code.push({ op: 'done' });
    this.isUnbounded ||= inner.isUnbounded;
    this.code.push({ op: 'look', body: inner.code, negate: node.negate });
  }
}

const numbers = new WeakMap<AST.CapturingGroup, number>();
let last = 0;

/** A number for each group, the same wherever it is asked for. */
const groupOf = (group: AST.CapturingGroup): number => {
  const number = numbers.get(group) ?? ++last;
  numbers.set(group, number);
  return number;
};

/** Compiles an expression as a backtracking engine does. */
export const compile = ({ source, flags }: { readonly source: string; readonly flags: string }): Program => {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const tree = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, mode);
  const compiler = new Compiler(flags, { loops: 0, keepsGroups: /\\[1-9k]/.test(source) });
  compiler.alternatives(tree.alternatives, false);
  compiler.code.push({ op: 'done' });
  const { code, isUnbounded } = compiler;
  return { tree, code, multiline: flags.includes('m'), sticky: flags.includes('y'), isUnbounded };
};
