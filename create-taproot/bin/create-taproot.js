#!/usr/bin/env node
import './check-node.js';

const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
