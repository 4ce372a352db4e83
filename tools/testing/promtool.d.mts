/** Undefined if it is not here. */
export function findPromtool(): string | undefined
