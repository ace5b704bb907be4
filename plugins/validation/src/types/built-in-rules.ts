/** The kinds of input values that rules distinguish. `zero` and `one` are also numbers. */
export type Kind = 'text' | 'number' | 'zero' | 'one' | 'true' | 'false' | 'date' | 'file' | 'list' | 'map';

type Numeric = 'number' | 'zero' | 'one';
type Numeral = 'text' | Numeric;
type YesOrNo = 'true' | 'false';
/** A value that is compared as a string. */
export type Scalar = Numeral | YesOrNo;
type Container = 'list' | 'map';
type Moment = 'text' | 'date';
type Files = 'file' | 'list';

/**
 * Every rule of the framework, with the kinds of values that can pass it; `unknown` allows any value. The kinds are those of JSON, of
 * forms, and of the results of the framework's filters, so there is no bigint. A value passes unchanged: the text "12" passes `integer` and
 * stays a text.
 */
export interface BuiltInRules {
  // Required and present
  /** `required`: the field must be there and not be empty. */
  required: unknown;
  /** `required_if:other,value,...`: the field must be there and not be empty, when `other` has one of the values. */
  required_if: unknown;
  /**
   * `required_unless:other,value,...`: the field must be there and not be empty, unless `other` has one of the values.
   */
  required_unless: unknown;
  /** `required_with:a,b`: the field must be there and not be empty, when one of the fields is not empty. */
  required_with: unknown;
  /** `required_with_all:a,b`: the field must be there and not be empty, when none of the fields is empty. */
  required_with_all: unknown;
  /** `required_without:a,b`: the field must be there and not be empty, when one of the fields is empty. */
  required_without: unknown;
  /** `required_without_all:a,b`: the field must be there and not be empty, when all of the fields are empty. */
  required_without_all: unknown;
  /** `required_if_accepted:other`: the field must be there and not be empty, when `other` is accepted. */
  required_if_accepted: unknown;
  /** `required_if_declined:other`: the field must be there and not be empty, when `other` is declined. */
  required_if_declined: unknown;
  /** `filled`: the value is not empty if it is there. */
  filled: unknown;
  /** `present`: the value is there. */
  present: unknown;
  /** `present_if:other,value,...`: the value is there when `other` has one of the values. */
  present_if: unknown;
  /** `present_unless:other,value,...`: the value is there unless `other` has one of the values. */
  present_unless: unknown;
  /** `present_with:a,b`: the value is there when one of the fields is. */
  present_with: unknown;
  /** `present_with_all:a,b`: the value is there when all of the fields are. */
  present_with_all: unknown;
  /** `missing`: the value is not there. */
  missing: unknown;
  /** `missing_if:other,value,...`: the value is not there when `other` has one of the values. */
  missing_if: unknown;
  /** `missing_unless:other,value,...`: the value is not there unless `other` has one of the values. */
  missing_unless: unknown;
  /** `missing_with:a,b`: the value is not there when one of the fields is. */
  missing_with: unknown;
  /** `missing_with_all:a,b`: the value is not there when all of the fields are. */
  missing_with_all: unknown;
  // Accepted and prohibited
  /**
   * `accepted`: the value is `yes`, `on`, `1` or `true`, in any case. It stays as it came; next to `boolean` it becomes
   * `true`.
   */
  accepted: 'text' | 'true' | 'one';
  /** `accepted_if:other,value,...`: the value is accepted when `other` has one of the values. */
  accepted_if: unknown;
  /** `declined`: the value is `no`, `off`, `0` or `false`, in any case. */
  declined: 'text' | 'false' | 'zero';
  /** `declined_if:other,value,...`: the value is declined when `other` has one of the values. */
  declined_if: unknown;
  /** `prohibited`: the value is absent or empty. */
  prohibited: unknown;
  /** `prohibited_if:other,value,...`: the value is absent or empty when `other` has one of the values. */
  prohibited_if: unknown;
  /** `prohibited_unless:other,value,...`: the value is absent or empty unless `other` has one of the values. */
  prohibited_unless: unknown;
  /** `prohibited_if_accepted:other`: the value is absent or empty when `other` is accepted. */
  prohibited_if_accepted: unknown;
  /** `prohibited_if_declined:other`: the value is absent or empty when `other` is declined. */
  prohibited_if_declined: unknown;
  /** `prohibits:a,b`: the value is empty, or `a` and `b` are. */
  prohibits: unknown;
  // Types: numbers and booleans may come as text
  /** `string`: the value is a string. */
  string: 'text';
  /** `integer`, `integer:strict`: the value is a whole number. */
  integer: Numeral;
  /** `int`: like `integer`. */
  int: Numeral;
  /** `uint`: the value is a whole number, not negative. */
  uint: Numeral;
  /** `numeric`, `numeric:strict`: the value is a finite number: `-1.5`, `.5`, `1e3`. */
  numeric: Numeral;
  /** Another name of `numeric`. */
  number: Numeral;
  /** `float`: like `numeric`. */
  float: Numeral;
  /** `boolean`, `boolean:strict`: the value is `true`, `false`, `1`, `0`; as text also `on`, `off`, `yes`, `no`. */
  boolean: 'text' | YesOrNo | 'zero' | 'one';
  /** `bool`: like `boolean`. */
  bool: 'text' | YesOrNo | 'zero' | 'one';
  /** `array`, `array:a,b`: the value is a list or an object; without keys beside `a` and `b`. */
  array: Container;
  /** `list`: the value is a list. */
  list: 'list';
  /** `slice`: like `list`. */
  slice: 'list';
  /** `map`: the value is an object. */
  map: 'map';
  // Size
  /** `size:n`: the size is n. Numbers count by value, strings by characters, lists by entries, files by KiB. */
  size: unknown;
  /** `min:n`: the size is at least n. Numbers count by value, strings by characters, lists by entries, files by KiB. */
  min: unknown;
  /** `max:n`: the size is at most n. Numbers count by value, strings by characters, lists by entries, files by KiB. */
  max: unknown;
  /**
   * `between:n,m`: the size is from n to m. Numbers count by value, strings by characters, lists by entries, files by
   * KiB.
   */
  between: unknown;
  /**
   * `gt:other`: the size is greater than that of `other`, which may be a number. Numbers count by value, strings by
   * characters, lists by entries, files by KiB.
   */
  gt: unknown;
  /**
   * `gte:other`: the size is not less than that of `other`. Numbers count by value, strings by characters, lists by
   * entries, files by KiB.
   */
  gte: unknown;
  /**
   * `lt:other`: the size is less than that of `other`. Numbers count by value, strings by characters, lists by entries,
   * files by KiB.
   */
  lt: unknown;
  /**
   * `lte:other`: the size is not greater than that of `other`. Numbers count by value, strings by characters, lists by
   * entries, files by KiB.
   */
  lte: unknown;
  /** Another name of `size`. */
  len: unknown;
  /** Another name of `min`. */
  min_len: unknown;
  /** Another name of `max`. */
  max_len: unknown;
  /** Another name of `gt`. */
  gt_field: unknown;
  /** Another name of `gte`. */
  gte_field: unknown;
  /** Another name of `lt`. */
  lt_field: unknown;
  /** Another name of `lte`. */
  lte_field: unknown;
  // Numbers
  /** `digits:n`: the value is n digits. */
  digits: Numeral;
  /** `digits_between:n,m`: the value is n to m digits. */
  digits_between: Numeral;
  /** `min_digits:n`: the value is at least n digits. */
  min_digits: Numeral;
  /** `max_digits:n`: the value is at most n digits. */
  max_digits: Numeral;
  /** `decimal:n`, `decimal:n,m`: the value has n, or n to m, decimal places. */
  decimal: Numeral;
  /** `multiple_of:n`: the value is a multiple of n, without rounding. */
  multiple_of: Numeral;
  // Form of texts
  /** `alpha`, `alpha:ascii`: the value is letters, of any script or only a to z. */
  alpha: 'text';
  /** `alpha_num`, `alpha_num:ascii`: the value is letters and digits. */
  alpha_num: 'text';
  /** `alpha_dash`, `alpha_dash:ascii`: the value is letters, digits, `-` and `_`. */
  alpha_dash: 'text';
  /** `ascii`: the value is ASCII characters. */
  ascii: 'text';
  /** `lowercase`: the value is without capital letters. */
  lowercase: 'text';
  /** `uppercase`: the value is without small letters. */
  uppercase: 'text';
  /**
   * `email`, `email:strict,dns`: the value is an e-mail address. `strict` wants a dot in the domain, `filter` also
   * ASCII, `dns` a domain that takes mail.
   */
  email: 'text';
  /** `url`, `url:http,https`: the value is an address with scheme and host; of these schemes. */
  url: 'text';
  /** Another name of `url`. */
  full_url: 'text';
  /** `active_url`: the value is an address whose host has public IP addresses. */
  active_url: 'text';
  /** `ip`: the value is an IP address. */
  ip: 'text';
  /** `ipv4`: the value is an IPv4 address. */
  ipv4: 'text';
  /** `ipv6`: the value is an IPv6 address. */
  ipv6: 'text';
  /** `mac_address`: the value is a MAC address. */
  mac_address: 'text';
  /** `mac`: like `mac_address`. */
  mac: 'text';
  /** `json`: the value is JSON, nested no deeper than 64 levels. */
  json: 'text';
  /** `uuid`, `uuid:7`: the value is a UUID; of this version, 1 to 8, `nil` or `max`. */
  uuid: 'text';
  /** `uuid3`: the value is a UUID of version 3. */
  uuid3: 'text';
  /** `uuid4`: the value is a UUID of version 4. */
  uuid4: 'text';
  /** `uuid5`: the value is a UUID of version 5. */
  uuid5: 'text';
  /** `ulid`: the value is a ULID. */
  ulid: 'text';
  /** `hex_color`: the value is a colour such as `#1e90ff`. */
  hex_color: 'text';
  /**
   * `password:min=12,letters`: the value is 8 to 128 characters, or as said: `min=`, `max=`, `letters`, `mixed_case`,
   * `numbers`, `symbols`.
   */
  password: 'text';
  /** `regex:^a+$`: the value is a string in which the pattern occurs. */
  regex: Scalar;
  /** `not_regex:^a+$`: the value is a string in which it does not. */
  not_regex: Scalar;
  // Content
  /** `starts_with:a,b`: the value begins with one of these. */
  starts_with: Scalar;
  /** `ends_with:a,b`: the value ends with one of these. */
  ends_with: Scalar;
  /** `doesnt_start_with:a,b`: the value begins with none of these. */
  doesnt_start_with: Scalar;
  /** `doesnt_end_with:a,b`: the value ends with none of these. */
  doesnt_end_with: Scalar;
  /** `contains:a,b`: the value contains all of these, as parts of a text or entries of a list. */
  contains: Scalar | 'list';
  /** `doesnt_contain:a,b`: the value contains none of these. */
  doesnt_contain: Scalar | 'list';
  /** `confirmed`, `confirmed:other`: the value is the same as `<field>_confirmation`, or as `other`. */
  confirmed: unknown;
  // Comparison
  /** `same:other`: the value is the same as `other`. */
  same: unknown;
  /** Another name of `same`. */
  eq_field: unknown;
  /** `different:a,b`: the value differs from all of these fields. */
  different: unknown;
  /** Another name of `different`. */
  ne_field: unknown;
  /** `eq:value`: the value is the value, as text. */
  eq: Scalar;
  /** `ne:value`: the value is not the value. */
  ne: unknown;
  /** `in:a,b`: the value is one of the values; beside `array` every entry is. */
  in: Scalar | 'list';
  /** `not_in:a,b`: the value, or every entry of a list, is none of the values. */
  not_in: unknown;
  /**
   * `in_array:other`, `in_array:items.*.id`: the value is an entry of the list `other`, or one of the ids of all items.
   */
  in_array: Scalar;
  // Dates
  /** `date`: the value is a date: ISO 8601 and related formats, or a Date. */
  date: Moment;
  /** `date_format:Y-m-d`: the value is a date in one of these formats. */
  date_format: 'text';
  /** `date_equals:date`: the value is this moment. */
  date_equals: Moment;
  /** `before:date`: the value is before it. */
  before: Moment;
  /** `before_or_equal:date`: the value is not after it. */
  before_or_equal: Moment;
  /** `after:date`: the value is after it. */
  after: Moment;
  /** `after_or_equal:date`: the value is not before it. */
  after_or_equal: Moment;
  /** Another name of `before`. */
  lt_date: Moment;
  /** Another name of `before_or_equal`. */
  lte_date: Moment;
  /** Another name of `after`. */
  gt_date: Moment;
  /** Another name of `after_or_equal`. */
  gte_date: Moment;
  /** `timezone`: the value is a time zone such as `Europe/Berlin`. */
  timezone: 'text';
  // Exclusion and control
  /** `exclude`: the field is left out of the valid data. */
  exclude: unknown;
  /** `exclude_if:other,value,...`: the field is left out of the valid data, when `other` has one of the values. */
  exclude_if: unknown;
  /**
   * `exclude_unless:other,value,...`: the field is left out of the valid data, unless `other` has one of the values.
   */
  exclude_unless: unknown;
  /** `exclude_with:a,b`: the field is left out of the valid data, when one of the fields is there. */
  exclude_with: unknown;
  /** `exclude_without:a,b`: the field is left out of the valid data, when one of the fields is not there. */
  exclude_without: unknown;
  /** `bail`: stops the field at its first failure. */
  bail: unknown;
  /** `nullable`: leaves `null` alone. */
  nullable: unknown;
  /** `sometimes`: skips the field, presence too, when it is absent. */
  sometimes: unknown;
  // Files: several of one field are a list
  /** `file`: the value is an uploaded file. */
  file: Files;
  /** `image`, `image:allow_svg`: the value is JPEG, PNG, GIF, BMP, WebP, AVIF or HEIC. An SVG can hold scripts. */
  image: Files;
  /**
   * `mimes:jpg,pdf`: the value is of a type that has one of these extensions; an extension that no content is
   * recognised as is refused.
   */
  mimes: Files;
  /** `mimetypes:image/*,application/pdf`: the value is of one of these media types. */
  mimetypes: Files;
  /** `extensions:jpg,png`: the value is called by one of these extensions. */
  extensions: Files;
  /**
   * `dimensions:min_width=100,ratio=3/2`: the value is an image so large: `width`, `height`, `min_`, `max_`; `ratio`,
   * `min_ratio`, `max_ratio`.
   */
  dimensions: Files;
  /** `encoding:utf-8`: the value is a string or file of this encoding, `utf-8` or `ascii`. */
  encoding: 'text' | Files;
  // Lists and maps
  /**
   * `distinct`, `distinct:strict,ignore_case`: the value occurs once among all fields that its path matches; on a list,
   * among its entries. 1 is `1` unless `strict`.
   */
  distinct: unknown;
  /** `array_keys:a,b`: the value has no keys beside these. */
  array_keys: Container;
  /** `required_array_keys:a,b`: the value has all of these keys. */
  required_array_keys: 'map';
  /** `in_array_keys:a,b`: the value is an object with one of the keys. */
  in_array_keys: 'map';
  // Database
  /**
   * `exists:table,column,...`: the value is in one of the columns of the table; the default column is the field's name.
   */
  exists: unknown;
  /** `unique:table,column,idColumn,except,...`: the value is not in the column, rows with these ids aside. */
  unique: unknown;
}

/** Rules with a parameter that makes them stricter, such as `integer:strict`, by their whole text. */
export interface StrictRules {
  'integer:strict': Numeric;
  'int:strict': Numeric;
  'numeric:strict': Numeric;
  'number:strict': Numeric;
  'boolean:strict': YesOrNo;
  'bool:strict': YesOrNo;
}
