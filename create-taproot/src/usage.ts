import { drivers, packageManagers, starters } from './choices.ts';
import { engineNames } from './engines.ts';
import { extraNames } from './extras.ts';
import { parts } from './parts.ts';

const partNames = parts.map(({ name }) => name).join(',');

/** The output of `--help`. */
export const usage = `Usage: create-taproot <folder> [options]

Makes a new Taproot application. What is not said is asked on a terminal; elsewhere, and in CI, the defaults hold.

  --name <name>       name of the package (that of the folder)
  --starter <name>    what it begins with: ${starters.join(', ')} (${starters[0]}); api is empty, web has accounts
  --driver <name>     HTTP engine: ${drivers.join(' or ')} (${drivers[0]})
  --pm <name>         package manager: ${packageManagers.join(', ')} (the one that runs this)
  --parts <list>      ${partNames}; or none (all); web has both
  --database <name>   ${engineNames.join(', ')} (${engineNames[0]}); a server comes with a compose.yaml
  --with <list>       ${extraNames.join(',')}; or none (none)
  --otel              send traces and metrics by OpenTelemetry (not unless said)
  --no-git            without a git repository and its first commit
  --no-install        without installing; npm start does it
  --packages <folder> depend on the packages packed there (.tgz), not on published ones
  --force             write into a folder that is not empty
  -y, --yes           ask nothing
  -h, --help
  -v, --version
`;
