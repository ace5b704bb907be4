export { FakeClock } from './fake-clock.ts';
export { FakeContext, type FakeContextInit, fakeContext } from './fake-context.ts';
export { FakeRequest, type FakeRequestInit } from './fake-request.ts';
export { FakeResponse } from './fake-response.ts';
export { FakeResponseBuilder } from './fake-response-builder.ts';
export { checkPlugin, type PluginCheck, pluginChecks } from './plugin-checks.ts';
export type { PluginCheckOptions } from './plugin-subject.ts';
export { type TestApplication, type TestApplicationOptions, testApplication } from './test-application.ts';
