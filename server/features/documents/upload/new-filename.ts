import { randomBytes } from 'node:crypto'

export const newFilename = (ext: string): string =>
  `${randomBytes(16).toString('base64url')}${ext === '' ? '' : `.${ext}`}`
