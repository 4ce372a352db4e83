const EMAIL = /^(?=.{1,254}$)[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)+$/

/** One @, a dot in the domain, no blanks: what is beyond that, the mail itself will tell. */
export const isEmail = (text: string): boolean => EMAIL.test(text)
