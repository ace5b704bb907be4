import type { Translator } from '@taproot/lang';
import { type EngineInit, Engine as Runs } from '../../plugins/validation/src/engine/engine.ts';
import type { ValidationOptions } from '../../plugins/validation/src/options.ts';
import { Validator } from '../../plugins/validation/src/validator.ts';

type Validated = Parameters<Runs['validate']>;

/** An engine whose runs end as validators, as those of `Validation` do. */
export class Engine {
  readonly #runs: Runs;
  readonly #translator: Translator | null;

  constructor({ translator, ...init }: EngineInit & { readonly translator: Translator | null }) {
    this.#runs = new Runs(init);
    this.#translator = translator;
  }

  validate(...[ctx, data, rules, options, mode]: Validated): Validator | Promise<Validator> {
    const end = (run: Awaited<ReturnType<Runs['validate']>>, given: ValidationOptions = {}): Validator =>
      new Validator(run, given, this.#translator);
    const run = this.#runs.validate(ctx, data, rules, options, mode);
    return run instanceof Promise ? run.then((ended) => end(ended, options)) : end(run, options);
  }
}
