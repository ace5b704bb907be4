import { differences, differenceTable, factsOfConduit, publishedFacts } from './differences.ts';

process.stdout.write(`${differenceTable(differences(await publishedFacts(), await factsOfConduit()))}\n`);
