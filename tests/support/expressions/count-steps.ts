import type { Instruction, Program } from './program.ts';

/** Ends of groups and places of loops. A change makes a new map, since states that wait share it. */
type Kept = ReadonlyMap<string, number>;

const nothing: Kept = new Map();
const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
const isBreak = (character: string | undefined): boolean =>
  character !== undefined && /[\n\r\u2028\u2029]/.test(character);

/** Matches one text and counts the instructions. */
class Run {
  steps = 0;
  readonly #text: string;
  readonly #multiline: boolean;
  readonly #most: number;
  #at = 0;
  #kept = nothing;

  constructor(text: string, multiline: boolean, most: number) {
    this.#text = text;
    this.#multiline = multiline;
    this.#most = most;
  }

  /** The end of the match that begins at `start`; -1 without one. */
  match(code: readonly Instruction[], start: number): number {
    // States that wait: place in the code, place in the text, and what is kept.
    const waiting: number[] = [];
    const keptOf: Kept[] = [];
    this.#at = start;
    for (let pc = 0; ; ) {
      if (++this.steps > this.#most) return -1;
      const instruction = code[pc];
      if (instruction === undefined || instruction.op === 'done') return this.#at;
      if (instruction.op === 'split') {
        waiting.push(instruction.second, this.#at);
        keptOf.push(this.#kept);
        pc = instruction.first;
      } else if (instruction.op === 'jump') pc = instruction.to;
      else if (this.#step(instruction)) pc++;
      else {
        const [at, next] = [waiting.pop(), waiting.pop()];
        if (at === undefined || next === undefined) return -1;
        this.#at = at;
        this.#kept = keptOf.pop() ?? nothing;
        pc = next;
      }
    }
  }

  /** Takes one step; false when the state cannot go on. */
  #step(instruction: Exclude<Instruction, { op: 'split' | 'jump' | 'done' }>): boolean {
    switch (instruction.op) {
      case 'char': {
        const character = this.#text[instruction.back ? this.#at - 1 : this.#at];
        if (character === undefined || !instruction.matches(character)) return false;
        this.#at += instruction.back ? -1 : 1;
        return true;
      }
      case 'edge':
        return this.#isEdge(instruction.kind) !== instruction.negate;
      case 'look':
        return this.#look(instruction.body) !== instruction.negate;
      case 'keep':
        this.#kept = new Map(this.#kept).set(instruction.name, this.#at);
        return true;
      case 'moved':
        return this.#kept.get(instruction.name) !== this.#at;
      default:
        return this.#again(instruction.group, instruction.back);
    }
  }

  #look(body: readonly Instruction[]): boolean {
    const [at, kept] = [this.#at, this.#kept];
    const end = this.match(body, at);
    this.#at = at;
    if (end < 0) this.#kept = kept;
    return end >= 0;
  }

  #again(group: number, back: boolean): boolean {
    const [open, close] = [this.#kept.get(`open${group}`), this.#kept.get(`close${group}`)];
    if (open === undefined || close === undefined) return true;
    const length = close - open;
    this.steps += length;
    const from = back ? this.#at - length : this.#at;
    if (this.#text.slice(open, close) !== this.#text.slice(Math.max(0, from), from + length)) return false;
    this.#at += back ? -length : length;
    return true;
  }

  #isEdge(kind: 'start' | 'end' | 'word'): boolean {
    const [before, after] = [this.#text[this.#at - 1], this.#text[this.#at]];
    if (kind === 'word') return isWord(before) !== isWord(after);
    const beyond = kind === 'start' ? before : after;
    return beyond === undefined || (this.#multiline && isBreak(beyond));
  }
}

/** Steps to find every match in a text, at most `most`. */
export const countSteps = (program: Program, text: string, most: number): number => {
  const run = new Run(text, program.multiline, most);
  for (let at = 0; at <= text.length && run.steps <= most; ) {
    const end = run.match(program.code, at);
    if (end < 0 && program.sticky) break;
    at = end <= at ? at + 1 : end;
  }
  return run.steps;
};
