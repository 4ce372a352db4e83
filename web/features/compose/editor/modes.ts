/** What a press on a page does: nothing, or what it drops or draws. */
export const MODES = ['NONE', 'TEXT', 'SIGN', 'NOTE', 'HIGHLIGHT', 'INK', 'IMAGE'] as const
export type Mode = (typeof MODES)[number]

/** The number of a mode: 0 none, 1 text box, 2 signature box, as the specification has them; remarks follow. */
export const modeNumber = (mode: Mode): number => MODES.indexOf(mode)

/** Modes in which one draws until they are left; the others end with the first press. */
export const isDrawing = (mode: Mode): mode is 'HIGHLIGHT' | 'INK' => mode === 'HIGHLIGHT' || mode === 'INK'
