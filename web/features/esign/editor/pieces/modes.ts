export const MODES = ['NONE', 'TEXT', 'SIGN', 'NOTE', 'HIGHLIGHT', 'INK', 'IMAGE'] as const
export type Mode = (typeof MODES)[number]

/** The specification defines 0 as none, 1 as a text field, and 2 as a signature field. Annotations follow. */
export const modeNumber = (mode: Mode): number => MODES.indexOf(mode)

/** A drawing mode stays on; all other modes end after one press. */
export const isDrawing = (mode: Mode): mode is 'HIGHLIGHT' | 'INK' => mode === 'HIGHLIGHT' || mode === 'INK'
