/** While a key is with the input method, Safari says so by this code alone. */
const IME_KEY = 229

/** Whether a key belongs to an input method that still composes: Enter and Escape then end a syllable and nothing else. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === IME_KEY
