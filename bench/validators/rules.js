// The rules in strings, for the libraries that read them.

/** Eight fields, ten rule strings. */
export const recordRules = /** @type {const} */ ({
  name: 'required|string|between:3,60',
  email: 'required|email',
  age: 'required|integer|between:18,120',
  role: 'required|in:reader,author,editor',
  newsletter: 'required|boolean',
  about: 'required|string|max:500',
  tags: 'required|array|max:5',
  'tags.*': 'required|string|max:20',
  address: 'required|map',
  'address.city': 'required|string|max:80',
});

/** Ten wildcards. */
export const itemRules = /** @type {const} */ ({
  'items.*.sku': 'required|string|max:20',
  'items.*.title': 'required|string|between:3,60',
  'items.*.quantity': 'required|integer|between:1,99',
  'items.*.price': 'required|numeric|min:0',
  'items.*.discount': 'required|numeric|between:0,100',
  'items.*.currency': 'required|in:EUR,USD,GBP',
  'items.*.gift': 'required|boolean',
  'items.*.contact': 'required|email',
  'items.*.colour': 'required|string|max:20',
  'items.*.note': 'required|string|max:200',
});
