/** Names a service in the container: interfaces have no value at run time. */
export class InjectionToken<T> {
  declare readonly type: T;

  constructor(readonly description: string) {}
}

type Constructor<T, Args extends readonly unknown[]> = new (...args: Args) => T;
type TokensOf<Args extends readonly unknown[]> = { [Index in keyof Args]: InjectionToken<Args[Index]> };

/** Makes each service once, with the services that its constructor takes. */
export class Container {
  readonly #factories = new Map<InjectionToken<unknown>, () => unknown>();
  readonly #singletons = new Map<InjectionToken<unknown>, unknown>();

  bind<T, Args extends readonly unknown[]>(
    token: InjectionToken<T>,
    useClass: Constructor<T, Args>,
    ...inject: TokensOf<Args>
  ): this {
    this.#factories.set(token, () => {
      const args = inject.map((one: InjectionToken<unknown>) => this.get(one)) as unknown as Args;
      return new useClass(...args);
    });
    return this;
  }

  get<T>(token: InjectionToken<T>): T {
    if (!this.#singletons.has(token)) {
      const factory = this.#factories.get(token);
      if (factory === undefined) throw new Error(`No provider for ${token.description}.`);
      this.#singletons.set(token, factory());
    }
    return this.#singletons.get(token) as T;
  }
}
