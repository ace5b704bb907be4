export { type DispatchedEvent, type FakeEvents, fakeEvents } from './fake-events.ts';
