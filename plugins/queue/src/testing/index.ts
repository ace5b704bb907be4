export { type EngineCase, type EngineConformanceOptions, engineConformance } from './engine-conformance.ts';
export { type DispatchedJob, type FakeQueue, fakeQueue } from './fake-queue.ts';
