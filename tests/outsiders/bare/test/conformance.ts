import { test } from 'node:test';
import { driverConformance } from '@taproot/testing/conformance';
import { bare } from '../src/index.ts';

for (const { name, run } of driverConformance('bare', { plugins: () => [bare()] })) void test(name, run);
