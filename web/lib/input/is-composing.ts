/** Safari reports composition only by this code. */
const IME_KEY = 229

/** During composition, Enter and Escape only end a syllable. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === IME_KEY
