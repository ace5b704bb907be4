export { FakeThrottle, fakeThrottle, type ThrottleClock } from './fake-throttle.ts';
