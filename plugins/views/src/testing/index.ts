export { FakeViews, watchViews } from './fake-views.ts';
