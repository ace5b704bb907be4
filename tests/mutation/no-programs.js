/** In place of the set-up of the suite, which bundles the packages. */
export default () => undefined;
