import type { Api } from './shop/api/routes.js';

/** Faults of the client on this platform; none when all is well. */
export declare const faultsOf: (api: Api) => Promise<string[]>;
