export type { DriverCase } from './conformance/cases.ts';
export { driverConformance } from './conformance/driver-conformance.ts';
export { type DriverConformanceOptions, type Opened, type OpenOptions, Suite } from './conformance/suite.ts';
