const EMAIL = /^(?=.{1,254}$)[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)+$/

/** Checks only the form; only delivery proves an address. */
export const isEmail = (text: string): boolean => EMAIL.test(text)
