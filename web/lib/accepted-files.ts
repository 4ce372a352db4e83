import { EXTENSIONS } from '../../contract/core/limits.ts'

export const ACCEPTED_FILES = EXTENSIONS.map((extension) => `.${extension}`).join(',')
