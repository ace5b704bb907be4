import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import type { RuleCase } from './case.ts';
import { fileCases } from './file-cases.ts';
import { formatCases } from './format-cases.ts';
import { presenceCases } from './presence-cases.ts';
import { valueCases } from './value-cases.ts';

/** What a definition of a rule or filter says of its names. */
interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly deprecated?: readonly string[];
}

/** Every name of a rule or filter, its own first. */
export const namesOf = ({ name, aliases = [], deprecated = [] }: Named): string[] => [name, ...aliases, ...deprecated];

/** The name in a written rule. */
export const headOf = (rule: string): string => rule.split(':', 1)[0] ?? '';

/** The case under every name of its rule. */
const underAllNames = (one: RuleCase): RuleCase[] => {
  const definition = builtInRules.find(({ name }) => name === headOf(one.rule));
  if (definition === undefined) throw new Error(`There is no rule ${one.rule}.`);
  return namesOf(definition).map((name) => ({ ...one, rule: name + one.rule.slice(definition.name.length) }));
};

/** Cases of every rule under every name; `folder` takes the files of some. */
export const allCases = async (folder: string): Promise<RuleCase[]> =>
  [...presenceCases, ...valueCases, ...formatCases, ...(await fileCases(folder))].flatMap(underAllNames);
