const hooks = require('node:async_hooks');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const OneAtATime = require('./one-at-a-time.cjs');

const root = path.join(__dirname, '..', '..', '..') + path.sep;

/** Code that tests meet and do not belong to: libraries, and the packages of this repository. */
const lasts = /^(?:node_modules|(?:core|client|create-taproot|plugins[\\/][^\\/]+)[\\/](?:src|dist))[\\/]/;

const isRunner = (key) => /[\\/]node_modules[\\/]jest-circus[\\/]/.test(key);

/** Jest's own modules, such as `expect`. The runner itself is made anew: it holds the tests of one file. */
const isOfJest = (key) => !isRunner(key);

/** Keys are addresses of files, paths, and names of modules of Node. */
const isLasting = (key) => {
  if (key.startsWith('node:')) return true;
  const file = key.startsWith('file:') ? fileURLToPath(key) : key;
  return file.startsWith(root) && lasts.test(file.slice(root.length));
};

/** Modules of one file, and in front of them those of its environment. */
class Modules extends Map {
  #lasting;
  #lasts;

  constructor(lasting, lasts = isLasting) {
    super();
    this.#lasting = lasting;
    this.#lasts = lasts;
  }

  #home(key) {
    return this.#lasts(key) ? this.#lasting : undefined;
  }

  get(key) {
    return this.#home(key)?.get(key) ?? super.get(key);
  }

  has(key) {
    return this.#home(key)?.has(key) || super.has(key);
  }

  set(key, module) {
    const home = this.#home(key);
    if (home === undefined) return super.set(key, module);
    home.set(key, module);
    return this;
  }

  delete(key) {
    return this.#home(key)?.delete(key) || super.delete(key);
  }
}

const lasting = new WeakMap();

/**
 * Jest's runtime, which loads the packages once in a worker, and not once more for each test file.
 *
 * A file met some 120 modules anew, each to be read, linked, compiled and run cold; and Node 20 never frees a linked module,
 * so that a worker grew by 4 MB for each file that served an application.
 */
module.exports = class SharedRuntime extends Runtime {
  #hasConcurrentTests;

  constructor(...given) {
    const [, environment, , , sources, , testPath] = given;
    // Read here: the constructor of Jest forgets the sources.
    const hasConcurrentTests = /\.concurrent\b/.test(sources.get(testPath));
    super(...given);
    this.#hasConcurrentTests = hasConcurrentTests;
    if (!environment.shared) return;
    if (!lasting.has(environment))
      lasting.set(environment, { esm: new Map(), cjs: new Map(), jest: new Map(), runner: new Map() });
    const { esm, cjs, jest, runner } = lasting.get(environment);
    this.registries.esModuleRegistry = new Modules(esm);
    this.registries.moduleRegistry = new Modules(cjs);
    this.registries.internalModuleRegistry = new Modules(jest, isOfJest);
    this.#compileOnce(runner);
  }

  /** The runner's modules are made anew of code that is read and compiled once. */
  #compileOnce(compiled) {
    const { executor } = this;
    const { transformCache } = executor;
    const compile = executor.compile.bind(executor);
    executor.transformCache = {
      transform: (file, options) => (compiled.has(file) ? '' : transformCache.transform(file, options)),
    };
    executor.compile = (code, file) => {
      const made = compiled.get(file) ?? compile(code, file);
      if (isRunner(file)) compiled.set(file, made);
      return made;
    };
  }

  /**
   * The tests of a file are reported once, when it ends. Jest sends two messages for each test besides, 25,000 in all, of which
   * only the counter on a terminal shows something.
   */
  requireInternalModule(from, to) {
    if (to !== undefined || path.basename(from) !== 'jestAdapterInit.js') return super.requireInternalModule(from, to);
    const module = this.#requireRunner(from);
    return { ...module, initialize: (given) => module.initialize({ ...given, sendMessageToJest: undefined }) };
  }

  /** It makes its storage while it is loaded. */
  #requireRunner(from) {
    if (this.#hasConcurrentTests) return super.requireInternalModule(from);
    const { AsyncLocalStorage } = hooks;
    hooks.AsyncLocalStorage = OneAtATime;
    try {
      return super.requireInternalModule(from);
    } finally {
      hooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  teardown() {
    super.teardown();
    // Modules that last may import and require others later, by the runtime that loaded them.
    this.testState.enterTestCode();
  }
};
