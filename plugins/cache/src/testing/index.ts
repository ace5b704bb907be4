export { FakeCache, fakeCache } from './fake-cache.ts';
