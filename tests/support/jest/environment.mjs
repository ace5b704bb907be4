import hooks from 'node:async_hooks';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { AsyncLocalStorage } = hooks;

/** Of test files that have ended, too: before Node 24 each one in use costs a call for every new promise. */
const storages = new Set();

class CountedStorage extends AsyncLocalStorage {
  constructor(...given) {
    super(...given);
    storages.add(new WeakRef(this));
  }
}

// Node 22 and later have a getter there, which cannot be assigned to.
Object.defineProperty(hooks, 'AsyncLocalStorage', {
  value: CountedStorage,
  enumerable: true,
  configurable: true,
  writable: true,
});

const disableStorages = () => {
  for (const reference of storages) {
    const storage = reference.deref();
    if (storage === undefined) storages.delete(reference);
    else storage.disable();
  }
};

/** Puts an object back as it was: what was added goes, what was changed or removed returns. */
const keeper = (object) => {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(object)) if (!Object.hasOwn(before, key)) delete object[key];
    for (const key of Reflect.ownKeys(before)) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      const then = before[key];
      if (now?.value !== then.value || now?.get !== then.get) Object.defineProperty(object, key, then);
    }
  };
};

/** What Jest keeps of one test file among the globals; the next file would take it for its own. */
const ofOneFile = ['EVENT_HANDLERS', 'LOG_ERRORS_BEFORE_RETRY', 'RETRY_TIMES', 'TEST_TIMEOUT_SYMBOL'].map(Symbol.for);

/**
 * Jest's environment for Node, whose globals are plain properties, and which lives on from file to file.
 *
 * Jest makes each context around a proxy, so that every `Object`, `Array` and `Promise` of the tested code is a call of it:
 * 2,000,000 turns of a loop that names three of them took 883 ms of CPU, and take 21 ms here.
 *
 * @see https://nodejs.org/api/vm.html#vmconstantsdont_contextify
 */
class LastingEnvironment extends TestEnvironment {
  #restore;
  #globals = [];
  /** Whether other files follow here. */
  shared = false;

  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    const { process } = this.global;
    const parts = [keeper(process), keeper(process.env)];
    this.#restore = () => {
      for (const restore of parts) restore();
    };
  }

  /** Of the next file's project. */
  setGlobals(globals) {
    for (const name of this.#globals) delete this.global[name];
    this.#globals = Object.keys(globals);
    Object.assign(this.global, structuredClone(globals));
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    disableStorages();
    this.#restore();
    for (const key of Object.getOwnPropertySymbols(this.global))
      if (Symbol.keyFor(key) === undefined && key.description?.startsWith('JEST_')) delete this.global[key];
    for (const key of ofOneFile) delete this.global[key];
  }
}

/** One for each set of conditions, which decide what the name of a package means. */
const lasting = new Map();

/**
 * Jest calls it with `new`, for each test file. A file whose first comment says `@alone` has an environment of its own, and
 * modules that no other file has met.
 */
export default function sharedEnvironment(config, context) {
  if ('alone' in context.docblockPragmas) return new LastingEnvironment(config, context);
  const { testEnvironmentOptions, globals } = config.projectConfig;
  const key = JSON.stringify(testEnvironmentOptions);
  if (!lasting.has(key)) lasting.set(key, new LastingEnvironment(config, context));
  const environment = lasting.get(key);
  environment.shared = true;
  environment.setGlobals(globals);
  return environment;
}
