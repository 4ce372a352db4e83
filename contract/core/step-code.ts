/** The code of the second step: 8 digits shown 4 4. */
export const STEP_CODE_DIGITS = 8

/** The digits of a code written with or without blank or hyphen, or undefined when there are more or fewer. */
export function parseStepCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : undefined
}

/** Shows digits as 4 4: with a hyphen it would look like the number of a room. */
export const formatStepCode = (digits: string): string => `${digits.slice(0, 4)} ${digits.slice(4)}`
