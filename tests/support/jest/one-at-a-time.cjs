/**
 * What Jest's runner needs of an AsyncLocalStorage, for files whose tests run one after the other.
 *
 * Jest runs each test and each hook in a storage, to know of which test an error is. In Node 20 a storage in use costs a call for
 * every promise of the tested code and for every socket, and tests that run alone need no more than a variable.
 */
module.exports = class OneAtATime {
  #store;

  getStore() {
    return this.#store;
  }

  /** Jest's callbacks are async functions: what they run in is left once they have ended. */
  async run(store, callback) {
    const outer = this.#store;
    if (outer?.test !== undefined && outer.test !== store.test)
      throw new Error(
        'Tests of this file run at the same time. Write `.concurrent` in the file itself, not in a helper.',
      );
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = outer;
    }
  }

  /** As it is called for all storages when a file ends. */
  disable() {
    this.#store = undefined;
  }
};
