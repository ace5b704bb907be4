// Jest's own runner under a second name. Jest gives each runner workers of its own, so that these have loaded few files.
const { createRequire } = require('node:module');

const ofJest = createRequire(require.resolve('jest'));
const ofCore = createRequire(ofJest.resolve('@jest/core'));

module.exports = ofCore('jest-runner').default;
