/** A table in test databases. It stores which migrations they were made from. */
export const stateTable = 'taproot_tests';
