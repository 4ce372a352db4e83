const EMAIL = /^(?=.{1,254}$)[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)+$/

/** Checks only the form, since delivery shows the rest. */
export const isEmail = (text: string): boolean => EMAIL.test(text)
