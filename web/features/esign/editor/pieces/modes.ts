export const MODES = ['NONE', 'TEXT', 'SIGN', 'NOTE', 'HIGHLIGHT', 'INK', 'IMAGE'] as const
export type Mode = (typeof MODES)[number]

/** The specification defines 0 none, 1 text field, and 2 signature field. Annotations follow. */
export const modeNumber = (mode: Mode): number => MODES.indexOf(mode)

/** Other modes end after one press. */
export const isDrawing = (mode: Mode): mode is 'HIGHLIGHT' | 'INK' => mode === 'HIGHLIGHT' || mode === 'INK'
