/** Golden cases that a decision of the design overrides: the decision, and the cases that follow it. */
const decisions: Readonly<Record<string, readonly string[]>> = {
  'Parameters that are missing or no numbers are rejected when the rules are parsed.': [
    'r-g-ne-4e9bf77b97',
    'r-l-min-081590f5d7',
    'r-l-multiple_of-8195863139',
  ],
  'The parameter null matches another field that is null or absent.': ['r-l-required_if-c16e2ce3af'],
  'A conversion that fails leaves the input as it was.': [
    't-o-int-08dc93fa38',
    't-o-toInt-72b9360f62',
    't-o-toInt64-de40861c72',
    't-o-toUint-bd4e6c8e18',
    't-o-to_bool-b52dad87fe',
    't-o-to_int64-78391eee20',
  ],
  'Time zones are those that Intl knows; "Local" names none.': ['r-g-timezone-6de5a2fd0d'],
  'Rules below a field narrow its array rule: validated() keeps only what they cover.': [
    'e-l-array-34f185877c',
    'e-l-array-4f798cc9f2',
  ],
};

/** The decision a case follows instead of its row, by the case's id. */
export const overrides: ReadonlyMap<string, string> = new Map(
  Object.entries(decisions).flatMap(([decision, ids]) => ids.map((id) => [id, decision] as const)),
);
