/** What RealWorld's clients read, by rule. */
export const messages = {
  required: "can't be blank",
  filled: "can't be blank",
  string: 'invalid',
  email: 'invalid',
  integer: 'invalid',
  list: 'invalid',
  map: 'invalid',
  'min.numeric': 'invalid',
};
