/** What of an address names a folder; the room itself, 0, has no name there. */
export const inFolder = (folder: number): { readonly folder?: number } => (folder === 0 ? {} : { folder })
