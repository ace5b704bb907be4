/** The kinds of values that input has, as far as rules tell them apart. `zero` and `one` are numbers, too. */
export type Kind = 'text' | 'number' | 'zero' | 'one' | 'true' | 'false' | 'date' | 'file' | 'list' | 'map';

type Numeric = 'number' | 'zero' | 'one';
type Numeral = 'text' | Numeric;
type YesOrNo = 'true' | 'false';
/** What is compared as text. */
export type Scalar = Numeral | YesOrNo;
type Container = 'list' | 'map';
type Moment = 'text' | 'date';
type Files = 'file' | 'list';

/**
 * Every rule of the framework, with the kinds of values that can pass it; `unknown` says nothing about the value. Kinds
 * are those of JSON, of forms and of what the framework's filters make of both, so there is no bigint. A value passes as
 * it came: the text "12" is an `integer` and stays a text.
 */
export interface BuiltInRules {
  // Required and present
  required: unknown;
  required_if: unknown;
  required_unless: unknown;
  required_with: unknown;
  required_with_all: unknown;
  required_without: unknown;
  required_without_all: unknown;
  required_if_accepted: unknown;
  required_if_declined: unknown;
  filled: unknown;
  present: unknown;
  present_if: unknown;
  present_unless: unknown;
  present_with: unknown;
  present_with_all: unknown;
  missing: unknown;
  missing_if: unknown;
  missing_unless: unknown;
  missing_with: unknown;
  missing_with_all: unknown;
  // Accepted and prohibited
  accepted: 'text' | 'true' | 'one';
  accepted_if: unknown;
  declined: 'text' | 'false' | 'zero';
  declined_if: unknown;
  prohibited: unknown;
  prohibited_if: unknown;
  prohibited_unless: unknown;
  prohibited_if_accepted: unknown;
  prohibited_if_declined: unknown;
  prohibits: unknown;
  // Types: numbers and booleans may come as text
  string: 'text';
  integer: Numeral;
  int: Numeral;
  uint: Numeral;
  numeric: Numeral;
  number: Numeral;
  float: Numeral;
  boolean: 'text' | YesOrNo | 'zero' | 'one';
  bool: 'text' | YesOrNo | 'zero' | 'one';
  array: Container;
  list: 'list';
  slice: 'list';
  map: 'map';
  // Size
  size: unknown;
  min: unknown;
  max: unknown;
  between: unknown;
  gt: unknown;
  gte: unknown;
  lt: unknown;
  lte: unknown;
  len: unknown;
  min_len: unknown;
  max_len: unknown;
  gt_field: unknown;
  gte_field: unknown;
  lt_field: unknown;
  lte_field: unknown;
  // Numbers
  digits: Numeral;
  digits_between: Numeral;
  min_digits: Numeral;
  max_digits: Numeral;
  decimal: Numeral;
  multiple_of: Numeral;
  // Form of texts
  alpha: 'text';
  alpha_num: 'text';
  alpha_dash: 'text';
  ascii: 'text';
  lowercase: 'text';
  uppercase: 'text';
  email: 'text';
  url: 'text';
  full_url: 'text';
  active_url: 'text';
  ip: 'text';
  ipv4: 'text';
  ipv6: 'text';
  mac_address: 'text';
  mac: 'text';
  json: 'text';
  uuid: 'text';
  uuid3: 'text';
  uuid4: 'text';
  uuid5: 'text';
  ulid: 'text';
  hex_color: 'text';
  password: 'text';
  regex: Scalar;
  not_regex: Scalar;
  // Content
  starts_with: Scalar;
  ends_with: Scalar;
  doesnt_start_with: Scalar;
  doesnt_end_with: Scalar;
  contains: Scalar | 'list';
  doesnt_contain: Scalar | 'list';
  confirmed: unknown;
  // Comparison
  same: unknown;
  eq_field: unknown;
  different: unknown;
  ne_field: unknown;
  eq: Scalar;
  ne: unknown;
  in: Scalar | 'list';
  not_in: unknown;
  in_array: Scalar;
  // Dates
  date: Moment;
  date_format: 'text';
  date_equals: Moment;
  before: Moment;
  before_or_equal: Moment;
  after: Moment;
  after_or_equal: Moment;
  lt_date: Moment;
  lte_date: Moment;
  gt_date: Moment;
  gte_date: Moment;
  timezone: 'text';
  // Exclusion and control
  exclude: unknown;
  exclude_if: unknown;
  exclude_unless: unknown;
  exclude_with: unknown;
  exclude_without: unknown;
  bail: unknown;
  nullable: unknown;
  sometimes: unknown;
  // Files: several of one field are a list
  file: Files;
  image: Files;
  mimes: Files;
  mimetypes: Files;
  extensions: Files;
  dimensions: Files;
  encoding: 'text' | Files;
  // Lists and maps
  distinct: unknown;
  array_keys: Container;
  required_array_keys: 'map';
  in_array_keys: 'map';
  // Database
  exists: unknown;
  unique: unknown;
}

/** Rules that a parameter makes stricter, under the whole of their text. */
export interface StrictRules {
  'integer:strict': Numeric;
  'int:strict': Numeric;
  'numeric:strict': Numeric;
  'number:strict': Numeric;
  'boolean:strict': YesOrNo;
  'bool:strict': YesOrNo;
}
