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
