export * from './memory.ts';
export * from './pages.ts';
