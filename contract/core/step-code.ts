export const STEP_CODE_DIGITS = 8

export function parseStepCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : undefined
}

/** A hyphen would suggest a room number. */
export const formatStepCode = (digits: string): string => `${digits.slice(0, 4)} ${digits.slice(4)}`
