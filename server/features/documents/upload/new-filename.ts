import { randomBytes } from 'node:crypto'

/** Returns an opaque public name of 128 random bits. */
export const newFilename = (ext: string): string => `${randomBytes(16).toString('base64url')}${ext === '' ? '' : `.${ext}`}`
