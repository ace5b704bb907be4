import { builtInRules } from '../rules/index.ts';
import { RuleRegistry } from '../rules/registry.ts';
import { entryGenerator } from './make-entry.ts';
import { ruleStub } from './stubs/rule-stub.ts';

/** `make:rule`: creates a rule of the application and lists it in `bootstrap/rules.ts`. */
export const makeRule = entryGenerator({
  kind: 'rule',
  details: 'It is written to app/rules and listed in bootstrap/rules.ts. Rule texts call it by its name in snake case.',
  examples: [
    ['The rule phone', 'npx taproot make:rule Phone'],
    ['The rule user_phone', 'npx taproot make:rule user/Phone'],
  ],
  step: 'withRules',
  about: "The application's own validation rules.",
  stub: ruleStub,
  builtIn: () => new RuleRegistry(builtInRules).names(),
  known: (app) => app.facades.Validation().ruleNames(),
  usedAs: (signature) => `In a rule text: 'required|${signature}'`,
});
