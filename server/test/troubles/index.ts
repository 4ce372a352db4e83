/** A corpus of small files that have what goes wrong in the wild, by kinds. */
import { BOMBS } from './bombs.ts'
import { BOXES_AND_TURNS, INHERITANCE } from './boxes.ts'
import { BROKEN_FILES, BROKEN_TABLES } from './broken.ts'
import { CLEAN_COPIES_WITHIN } from './clean.ts'
import { CATALOG_CYCLES, DRAWING_CYCLES, TREE_TROUBLES } from './cycles.ts'
import { FOREIGN_FONTS } from './fonts.ts'
import { PICTURES_AND_STREAMS } from './images.ts'
import { LOCKED_FILES } from './locked.ts'
import type { Trouble } from './trouble.ts'

export type { Trouble } from './trouble.ts'

export const TROUBLES: Readonly<Record<string, readonly Trouble[]>> = {
  'a page tree': TREE_TROUBLES,
  'what is drawn in a ring': DRAWING_CYCLES,
  'what the catalog holds in a ring': CATALOG_CYCLES,
  'what would become much': BOMBS,
  'a broken file': BROKEN_FILES,
  'a broken table': BROKEN_TABLES,
  'sizes, parts and turns': BOXES_AND_TURNS,
  'what a page inherits': INHERITANCE,
  encryption: LOCKED_FILES,
  'fonts that are not there': FOREIGN_FONTS,
  'pictures and streams': PICTURES_AND_STREAMS,
  'clean copies within': CLEAN_COPIES_WITHIN,
}
