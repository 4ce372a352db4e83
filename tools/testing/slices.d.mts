export const SLICES: number
export function slowFiles(): string[]
export function divide(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
  slices?: number,
): { readonly files: readonly string[]; readonly seconds: number }[]
/** Slices count from 1. */
export function sliceOf(commit: string, slices?: number): number
/** The shortest come first. */
export function addTouched(
  slice: readonly string[],
  touched: readonly string[],
  seconds: Readonly<Record<string, number>>,
  most?: number,
): { readonly taken: readonly string[]; readonly left: readonly string[] }
