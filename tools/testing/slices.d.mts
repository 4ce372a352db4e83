export const SLICES: number
/** All files of the slow tier. */
export function slowFiles(): string[]
/** Files by slice, each put where least is. */
export function divide(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
  slices?: number,
): { readonly files: readonly string[]; readonly seconds: number }[]
/** The slice of a commit, from 1. */
export function sliceOf(commit: string, slices?: number): number
/** Of files that a change touches those for which a slice leaves time, the shortest first. */
export function addTouched(
  slice: readonly string[],
  touched: readonly string[],
  seconds: Readonly<Record<string, number>>,
  most?: number,
): { readonly taken: readonly string[]; readonly left: readonly string[] }
