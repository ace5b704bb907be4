export { FakeSchedule, fakeSchedule } from './fake-schedule.ts';
