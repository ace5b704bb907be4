// bin/taproot.js as an installed package has it: beside its sources it would run those.
import { isCompletion, rememberedAnswer } from '../../plugins/console/bin/remembered.js';

const argv = process.argv.slice(2);
const answer = rememberedAnswer(argv);
if (answer !== null) process.stdout.write(answer);
else {
  const { main } = await import('../../plugins/console/dist/main.js');
  process.exitCode = await main(argv);
  if (isCompletion(argv)) process.stdout.write(rememberedAnswer(argv) ?? '');
}
