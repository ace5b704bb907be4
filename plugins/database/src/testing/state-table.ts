/** A table of test databases: what they were made from. */
export const stateTable = 'taproot_tests';
