import { EXTENSIONS } from '../../contract/core/limits.ts'

/** For file inputs: what rooms take. */
export const ACCEPTED_FILES = EXTENSIONS.map((extension) => `.${extension}`).join(',')
