const EMAIL = /^(?=.{1,254}$)[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)+$/

/** Checks only the form, since only delivery shows whether the address exists. */
export const isEmail = (text: string): boolean => EMAIL.test(text)
