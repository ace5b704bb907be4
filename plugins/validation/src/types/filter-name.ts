/**
 * Filters of the application; merge the names of those that you register:
 * `declare module '@taproot/validation' { interface CustomFilters { slug: true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface CustomFilters {}

type Texts = 'trim' | 'ltrim' | 'rtrim' | 'lower' | 'upper' | 'title' | 'ucfirst' | 'lcfirst' | 'camel' | 'snake';
type Types = 'to_int' | 'to_int64' | 'to_uint' | 'to_float' | 'to_bool' | 'to_string' | 'to_time';
type ShortTypes = 'int' | 'int64' | 'uint' | 'float' | 'bool';
type Encodings = 'strip_tags' | 'escape_js' | 'escape_html' | 'url_encode' | 'url_decode';
type Splits = 'str_to_ints' | 'str_to_array' | 'str_to_time';

/** Old names, which still work but warn once at run time. */
type Deprecated =
  | ('trimSpace' | 'trimLeft' | 'trimRight' | 'lowercase' | 'uppercase' | 'ucWord' | 'upperWord')
  | ('ucFirst' | 'upperFirst' | 'lcFirst' | 'lowerFirst' | 'camelCase' | 'snakeCase')
  | ('toInt' | 'integer' | 'toInt64' | 'toUint' | 'toFloat' | 'toBool' | 'toString' | 'toTime')
  | ('stripTags' | 'escapeJs' | 'escapeJS' | 'escapeHtml' | 'escapeHTML' | 'urlEncode' | 'urlDecode')
  | ('str2ints' | 'strToInts' | 'str2arr' | 'str2array' | 'strToArray' | 'str2time' | 'strToTime');

type BuiltIn = Texts | Types | ShortTypes | Encodings | Splits | Deprecated;

type Names = keyof (Record<BuiltIn, true> & CustomFilters);

/** Every name that a filter text may begin with. A mapped type, so that messages of the compiler show `FilterName`. */
export type FilterName = { [Name in Names]: Name }[Names];
