import { z } from 'zod'
import { EXTENSIONS } from './limits.ts'
import { id, instant } from './schemas.ts'

/** All other types are file extensions. */
export const FOLDER_TYPE = 'folder'

/** An item must satisfy all filters. */
export const itemFilter = {
  types: z
    .array(z.enum([...EXTENSIONS, FOLDER_TYPE]))
    .min(1)
    .max(EXTENSIONS.length + 1)
    .optional(),
  /** The bound is inclusive and applies to the time at which the newest version of a file was stored. */
  since: instant.optional(),
  /** The bound is exclusive. */
  before: instant.optional(),
  /** The item may be at any depth below this folder. */
  within: id.optional(),
}
const itemFilterFields = z.object(itemFilter)
export type ItemFilterFields = z.output<typeof itemFilterFields>
