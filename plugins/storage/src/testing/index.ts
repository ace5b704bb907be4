export { type FakeStorage, fakeStorage } from './fake-storage.ts';
