import { z } from 'zod'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import type { TaskSource, TaskTarget } from '../pdf/protocol.ts'

/** A sealed PDF that is to be stamped, or written without its encryption by the first of some passwords that opens it; where the outcome goes. */
export type Task = {
  readonly source: TaskSource
  readonly target: TaskTarget
} & ({ readonly mark: Watermark; readonly pictures: readonly PagePicture[] } | { readonly passwords: readonly string[] })

export const stamped = z.strictObject({
  size: z.int().positive(),
  pageCount: z.int().positive(),
  rebuilt: z.array(z.int().positive()),
  refused: z.array(z.int().positive()),
})
export type Stamped = z.infer<typeof stamped>
