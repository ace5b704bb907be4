const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { default: Runtime } = require('jest-runtime');

const root = path.join(__dirname, '..', '..', '..') + path.sep;

/** Code that tests meet and do not belong to: libraries, and the packages of this repository. */
const lasts = /^(?:node_modules|(?:core|client|create-taproot|plugins[\\/][^\\/]+)[\\/](?:src|dist))[\\/]/;

/** Keys are addresses of files, paths, and names of modules of Node. */
const isLasting = (key) => {
  if (key.startsWith('node:')) return true;
  const file = key.startsWith('file:') ? fileURLToPath(key) : key;
  return file.startsWith(root) && lasts.test(file.slice(root.length));
};

/** Modules of one file, and in front of them those of its environment. */
class Modules extends Map {
  #lasting;

  constructor(lasting) {
    super();
    this.#lasting = lasting;
  }

  #home(key) {
    return isLasting(key) ? this.#lasting : undefined;
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
  constructor(...given) {
    super(...given);
    const environment = given[1];
    if (!environment.shared) return;
    if (!lasting.has(environment)) lasting.set(environment, { esm: new Map(), cjs: new Map() });
    const { esm, cjs } = lasting.get(environment);
    this.registries.esModuleRegistry = new Modules(esm);
    this.registries.moduleRegistry = new Modules(cjs);
  }

  teardown() {
    super.teardown();
    // Modules that last may import and require others later, by the runtime that loaded them.
    this.testState.enterTestCode();
  }
};
