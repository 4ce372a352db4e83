/** Case variants belong to one person. */
export const identityOf = (email: string): string => email.toLowerCase()
