export const actions = {
  default: async ({ request }) => ({ said: (await request.formData()).get('text') }),
};
