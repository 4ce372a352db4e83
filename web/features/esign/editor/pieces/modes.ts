export const MODES = ['NONE', 'TEXT', 'SIGN', 'NOTE', 'HIGHLIGHT', 'INK', 'IMAGE'] as const
export type Mode = (typeof MODES)[number]

export const modeNumber = (mode: Mode): number => MODES.indexOf(mode)

export const isDrawing = (mode: Mode): mode is 'HIGHLIGHT' | 'INK' =>
  mode === 'HIGHLIGHT' || mode === 'INK'
