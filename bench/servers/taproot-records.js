// Taproot answering with lists of records; the argument is the driver.
import { lists } from './records.js';
import { serveTaproot } from './taproot.js';

const [driver = 'koa'] = process.argv.slice(2);

await serveTaproot((router) => {
  for (const [path, list] of Object.entries(lists)) router.get(path, () => list);
}, driver);
