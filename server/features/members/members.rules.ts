/** Case variants of an address belong to one person. */
export const identityOf = (email: string): string => email.toLowerCase()
