import { importOf } from './insert-import.ts';
import { childrenOf, type Node, type SourceFile } from './source-file.ts';
import type { Splice } from './splice.ts';

/** A call of the builder's chain: `.withRules(rules)`. */
export interface ChainStep {
  readonly name: string;
  /** The position after its closing parenthesis. */
  readonly end: number;
  /** The first argument of the call, if there is one. */
  readonly argument: unknown;
}

interface Named extends Node {
  readonly name?: string;
}

interface Call extends Node {
  readonly callee: Named & { readonly object?: Node; readonly property?: Named };
  readonly arguments: readonly unknown[];
}

const isCall = (node: Node): node is Call => node.type === 'CallExpression';

/**
 * The order of steps in the chain, so that all applications look alike. Steps of plugins, such as `withJobs`, follow them: the builder has
 * them only after `withPlugins()`.
 */
const order = [
  'withPlugins',
  'withConfig',
  'withMiddleware',
  'withRouting',
  'withRules',
  'withFilters',
  'withPolicies',
  'withCommands',
  'withCallback',
  'create',
];

/** The place of a step in the chain; that of a plugin's step is before `withCallback()`. */
const placeOf = (step: string): number => {
  if (step === 'setup') return -1;
  return order.includes(step) ? order.indexOf(step) : order.indexOf('withCallback') - 0.5;
};

const isSetup = (file: SourceFile, { type, name = '' }: Named): boolean => {
  const found = type === 'Identifier' ? importOf(file, name) : null;
  return found?.name === 'setup' && found.from === '@taproot/core';
};

/** The steps from `setup()` up to this call; null when the chain does not begin with `setup()`. */
const stepsTo = (call: Call, file: SourceFile): ChainStep[] | null => {
  const { callee, end } = call;
  if (isSetup(file, callee)) return [{ name: 'setup', end: end ?? 0, argument: undefined }];
  const before = callee.object;
  const steps = before !== undefined && isCall(before) ? stepsTo(before, file) : null;
  steps?.push({ name: callee.property?.name ?? '', end: end ?? 0, argument: call.arguments[0] });
  return steps;
};

/** Every chain below a node. */
const chainsOf = (node: Node, file: SourceFile): ChainStep[][] => {
  const chain = isCall(node) ? stepsTo(node, file) : null;
  return chain === null ? childrenOf(node).flatMap((child) => chainsOf(child, file)) : [chain];
};

/** The calls from `setup()` to `create()`, or why there is no such chain. */
export const builderChain = (file: SourceFile): readonly ChainStep[] | string => {
  const chains = chainsOf(file.program, file);
  const [chain] = chains;
  if (chain === undefined) return 'it does not call setup() of @taproot/core';
  if (chains.length > 1) return 'it calls setup() more than once';
  return chain.at(-1)?.name === 'create' ? chain : 'what it calls on setup() does not end in create()';
};

// The rest of a line after the end of a call, comments included.
const restOfLine = /[^\S\n\r]*(?:\/\/[^\n\r]*|\/\*[^\n\r]*?\*\/)?(?=\r?\n)/y;

/** Inserts `.withRules(rules)` at its place in the chain; on its own line if the other steps are on their own lines. */
export const insertStep = (file: SourceFile, chain: readonly ChainStep[], name: string, argument: string): Splice => {
  const position = placeOf(name);
  const index = chain.findLastIndex((step) => step.name !== 'create' && placeOf(step.name) < position);
  const at = chain[Math.max(index, 0)]?.end ?? 0;
  const text = `.${name}(${argument})`;
  restOfLine.lastIndex = at;
  const rest = restOfLine.exec(file.text)?.[0];
  if (rest === undefined) return { at, text };
  const indentation = file.indentationAt(file.tokenFrom(at, '.')?.start ?? at);
  return { at: at + rest.length, text: file.eol + indentation + text };
};
