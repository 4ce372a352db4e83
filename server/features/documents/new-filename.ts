import { randomBytes } from 'node:crypto'

/** An opaque name under which an item can be asked for: 128 random bits and the extension. */
export const newFilename = (ext: string): string => `${randomBytes(16).toString('base64url')}${ext === '' ? '' : `.${ext}`}`
