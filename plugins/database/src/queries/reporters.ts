type Report = (error: unknown) => void;

const reporters = new WeakMap<object, Report>();

/** Remembers the function that reports errors of a query builder which reach no caller. */
export const rememberReporter = (db: object, report: Report): void => {
  reporters.set(db, report);
};

/** A derived builder, for example from `withSchema()`, does not know its application and reports nowhere. */
export const reporterOf = (db: object): Report =>
  reporters.get(db) ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
