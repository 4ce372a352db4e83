import { z } from 'zod'
import { EXTENSIONS } from './limits.ts'
import { id, instant } from './schemas.ts'

/** The type of a folder, beside the extensions of files. */
export const FOLDER_TYPE = 'folder'

/** What a search may be confined to; an item has to satisfy all of it. */
export const itemFilter = {
  types: z
    .array(z.enum([...EXTENSIONS, FOLDER_TYPE]))
    .min(1)
    .max(EXTENSIONS.length + 1)
    .optional(),
  /** Stored at this instant or later: of a file, its newest version. */
  since: instant.optional(),
  /** Stored before this instant. */
  before: instant.optional(),
  /** Somewhere below this folder. */
  within: id.optional(),
}
const itemFilterFields = z.object(itemFilter)
export type ItemFilterFields = z.output<typeof itemFilterFields>
