/** Rules that are complete without parameters; some of them take parameters, too. */
export type BareRule =
  | ('required' | 'filled' | 'present' | 'missing' | 'accepted' | 'declined' | 'prohibited' | 'confirmed')
  | ('string' | 'integer' | 'int' | 'uint' | 'numeric' | 'number' | 'float' | 'boolean' | 'bool')
  | ('array' | 'list' | 'slice' | 'map' | 'alpha' | 'alpha_num' | 'alpha_dash' | 'ascii' | 'lowercase' | 'uppercase')
  | ('email' | 'url' | 'full_url' | 'active_url' | 'ip' | 'ipv4' | 'ipv6' | 'mac_address' | 'mac' | 'json')
  | ('uuid' | 'uuid3' | 'uuid4' | 'uuid5' | 'ulid' | 'hex_color' | 'password' | 'date' | 'timezone')
  | ('exclude' | 'bail' | 'nullable' | 'sometimes' | 'file' | 'image' | 'distinct');

type Number1 = `${number}`;
type Count = `${bigint}`;
type Counts = `${bigint},${bigint}`;
type Anything = string;

/** One value of any kind, without a comma. */
export interface One {
  readonly one: true;
}

type Pixels = `${'' | 'min_' | 'max_'}${'width' | 'height'}=${bigint}`;
type Ratio = `${'' | 'min_' | 'max_'}ratio=${number}${'' | `/${number}`}`;
type Demand = Count | `${'min' | 'max'}=${bigint}` | 'letters' | 'mixed_case' | 'numbers' | 'symbols';

/**
 * The parameters of a rule, except field names, and how the rule is written. A list type accepts any number of
 * parameters of that type.
 */
export interface ValueParameters {
  size: [Number1, 'size:8'];
  len: [Number1, 'len:8'];
  min: [Number1, 'min:8'];
  min_len: [Number1, 'min_len:8'];
  max: [Number1, 'max:255'];
  max_len: [Number1, 'max_len:255'];
  between: [`${number},${number}`, 'between:1,10'];
  digits: [Count, 'digits:4'];
  min_digits: [Count, 'min_digits:4'];
  max_digits: [Count, 'max_digits:4'];
  digits_between: [Counts, 'digits_between:4,6'];
  decimal: [Count | Counts, 'decimal:2" or "decimal:0,2'];
  multiple_of: [Number1, 'multiple_of:5'];
  integer: ['strict', 'integer" or "integer:strict'];
  int: ['strict', 'int" or "int:strict'];
  numeric: ['strict', 'numeric" or "numeric:strict'];
  number: ['strict', 'number" or "number:strict'];
  boolean: ['strict', 'boolean" or "boolean:strict'];
  bool: ['strict', 'bool" or "bool:strict'];
  array: [Anything, 'array" or "array:key,key'];
  alpha: ['ascii', 'alpha" or "alpha:ascii'];
  alpha_num: ['ascii', 'alpha_num" or "alpha_num:ascii'];
  alpha_dash: ['ascii', 'alpha_dash" or "alpha_dash:ascii'];
  email: [('rfc' | 'strict' | 'filter' | 'dns')[], 'email" or "email:rfc,strict,filter,dns'];
  url: [Anything, 'url" or "url:http,https'];
  full_url: [Anything, 'url" or "url:http,https'];
  active_url: [Anything, 'active_url" or "active_url:http,https'];
  uuid: ['1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 'nil' | 'max', 'uuid" or "uuid:4'];
  password: [Demand[], 'password:min=12,letters,mixed_case,numbers,symbols'];
  starts_with: [Anything, 'starts_with:a,b'];
  ends_with: [Anything, 'ends_with:a,b'];
  doesnt_start_with: [Anything, 'doesnt_start_with:a,b'];
  doesnt_end_with: [Anything, 'doesnt_end_with:a,b'];
  contains: [Anything, 'contains:a,b'];
  doesnt_contain: [Anything, 'doesnt_contain:a,b'];
  eq: [One, 'eq:value'];
  ne: [One, 'ne:value'];
  in: [Anything, 'in:a,b'];
  not_in: [Anything, 'not_in:a,b'];
  date_format: [Anything, 'date_format:Y-m-d'];
  image: ['allow_svg', 'image" or "image:allow_svg'];
  mimes: [Anything, 'mimes:png,pdf'];
  mimetypes: [`${string}/${string}`[], 'mimetypes:image/png,text/*'];
  extensions: [Anything, 'extensions:png,pdf'];
  dimensions: [(Pixels | Ratio)[], 'dimensions:min_width=100,max_height=800,ratio=3/2'];
  encoding: [Encoding | Uppercase<Encoding>, 'encoding:utf-8'];
  distinct: [('strict' | 'ignore_case')[], 'distinct" or "distinct:strict,ignore_case'];
  array_keys: [Anything, 'array_keys:key,key'];
  required_array_keys: [Anything, 'required_array_keys:key,key'];
  in_array_keys: [Anything, 'in_array_keys:key,key'];
  exists: [Anything, 'exists:table,column'];
  unique: [Anything, 'unique:table,column'];
}

type Encoding = 'utf-8' | 'utf8' | 'ascii' | 'us-ascii';

/**
 * Rules whose parameters name fields. `one`: a field. `all`: fields. `first`: a field, then values to compare it with.
 * `size`: a number or a field. `date`: a date or a field.
 */
export interface FieldParameters {
  required_if: 'first';
  required_unless: 'first';
  required_with: 'all';
  required_with_all: 'all';
  required_without: 'all';
  required_without_all: 'all';
  required_if_accepted: 'one';
  required_if_declined: 'one';
  present_if: 'first';
  present_unless: 'first';
  present_with: 'all';
  present_with_all: 'all';
  missing_if: 'first';
  missing_unless: 'first';
  missing_with: 'all';
  missing_with_all: 'all';
  accepted_if: 'first';
  declined_if: 'first';
  prohibited_if: 'first';
  prohibited_unless: 'first';
  prohibited_if_accepted: 'one';
  prohibited_if_declined: 'one';
  prohibits: 'all';
  exclude_if: 'first';
  exclude_unless: 'first';
  exclude_with: 'all';
  exclude_without: 'all';
  confirmed: 'one';
  same: 'one';
  eq_field: 'one';
  different: 'all';
  ne_field: 'all';
  in_array: 'one';
  gt: 'size';
  gte: 'size';
  lt: 'size';
  lte: 'size';
  gt_field: 'size';
  gte_field: 'size';
  lt_field: 'size';
  lte_field: 'size';
  date_equals: 'date';
  before: 'date';
  before_or_equal: 'date';
  after: 'date';
  after_or_equal: 'date';
  lt_date: 'date';
  lte_date: 'date';
  gt_date: 'date';
  gte_date: 'date';
}

/** The text after the colon for each kind of rule. */
export interface FieldUsage {
  one: 'field';
  all: 'field,field';
  first: 'field,value';
  size: 'field" or a number in place of "field';
  date: 'field" or a date in place of "field';
}

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type DayWord = 'now' | 'today' | 'tomorrow' | 'yesterday';

/** Dates as rules may name them: `2030-01-01`, `today`, `today +2 days`, `+1 week`. */
export type WrittenDate = `${Digit | '+' | '-'}${string}` | DayWord | `${DayWord}${' ' | '+' | '-'}${string}`;
