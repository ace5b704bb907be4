/** Whether responses of this status never have a body (RFC 9110 6.4.1; 15.3.6 for 205). */
export const isBodiless = (status: number): boolean => status === 204 || status === 304 || status === 205;
