/** Other documents never end in .pdf. */
export const isPdf = (name: string | undefined): boolean =>
  name?.toLowerCase().endsWith('.pdf') ?? false
