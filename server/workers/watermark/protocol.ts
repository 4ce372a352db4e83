import { z } from 'zod'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import type { TaskSource, TaskTarget } from '../pdf/protocol.ts'

export type Task = {
  readonly source: TaskSource
  readonly target: TaskTarget
} & (
  | { readonly mark: Watermark; readonly pictures: readonly PagePicture[] }
  | { readonly passwords: readonly string[] }
)

export const marked = z.strictObject({
  size: z.int().positive(),
  pageCount: z.int().positive(),
  rebuilt: z.array(z.int().positive()),
  refused: z.array(z.int().positive()),
})
export type Marked = z.infer<typeof marked>
