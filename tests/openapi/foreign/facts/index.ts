// Where types of several modules meet, the first one names them: the order matters.
import './catalog.ts';
import './crud.ts';
import './functional.ts';
import './orders.ts';
import './desk.ts';
import './shapes.ts';
import './mw.ts';
import './tables.ts';
import './inputs.ts';
import './web.ts';
import './account.ts';
import './versions.ts';
import './teams.ts';

export { type Operation, operations, type Parameter, type Probe, type Reply, type Schema, type Sent } from './dsl.ts';
