export {
  type BroadcastCase,
  type BroadcastConformanceOptions,
  broadcastConformance,
  type EngineServer,
} from './broadcast-conformance.ts';
export { CutProxy } from './cut-proxy.ts';
