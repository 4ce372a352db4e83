import { z } from 'zod'
import { EXTENSIONS } from './limits.ts'
import { id, instant } from './schemas.ts'

export const FOLDER_TYPE = 'folder'

export const itemFilter = {
  types: z
    .array(z.enum([...EXTENSIONS, FOLDER_TYPE]))
    .min(1)
    .max(EXTENSIONS.length + 1)
    .optional(),
  /** The bound is inclusive and applies to the newest version of a file. */
  since: instant.optional(),
  /** The bound is exclusive. */
  before: instant.optional(),
  within: id.optional(),
}
const itemFilterFields = z.object(itemFilter)
export type ItemFilterFields = z.output<typeof itemFilterFields>
