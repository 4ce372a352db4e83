/** Two spellings of an address that differ in case only are one person. */
export const identityOf = (email: string): string => email.toLowerCase()
