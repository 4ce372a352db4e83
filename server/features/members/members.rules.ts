/** Case variants of an address are one person. */
export const identityOf = (email: string): string => email.toLowerCase()
