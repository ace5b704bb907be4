type Report = (error: unknown) => void;

const reporters = new WeakMap<object, Report>();

/** Remembers what reports errors of a query builder that reach no caller. */
export const rememberReporter = (db: object, report: Report): void => {
  reporters.set(db, report);
};

/** A builder that was derived, as by `withSchema()`, has no application to report to. */
export const reporterOf = (db: object): Report =>
  reporters.get(db) ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
