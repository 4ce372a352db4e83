import { z } from 'zod'
import { id, instant, parentId } from '../../core/schemas.ts'

/** `index` is logged only where everybody sees the same numbers. */
const item = { itemId: id, name: z.string(), index: z.string().optional() }
const staged = z.literal(true).optional()
const ordered = z.literal(true).optional()

export const DOCUMENT_ACTIVITY = {
  'document.uploaded': z.object({ ...item, size: z.int(), staged }),
  'document.submitted': z.object({ ...item, size: z.int(), folder: z.string() }),
  'document.drop-folder': z.object({ ...item, group: z.string(), isAllowed: z.boolean() }),
  'document.refused': z.object({
    name: z.string(),
    reason: z.enum(['INFECTED', 'UNSCANNED']),
    signature: z.string().optional(),
  }),
  'document.replaced': z.object({ ...item, size: z.int(), number: z.int(), staged }),
  'document.version-restored': z.object({ ...item, size: z.int(), number: z.int(), from: z.int() }),
  'document.version-destroyed': z.object({
    ...item,
    size: z.int(),
    number: z.int(),
    shared: z.boolean(),
    backupsUntil: z.iso.date(),
  }),
  'document.folder-created': z.object({ ...item, staged }),
  /** `names` lists the first topmost new folders, `tops` counts those, and `itemIds` lists all. Without `itemId`, the root holds them. */
  'document.structure-created': z
    .object({
      ...item,
      names: z.array(z.string()),
      tops: z.int(),
      itemIds: z.array(id),
      template: z.string().optional(),
      staged,
    })
    .partial({ itemId: true, name: true }),
  'document.structure-undone': z.object({
    names: z.array(z.string()),
    tops: z.int(),
    itemIds: z.array(id),
  }),
  /** `received` counts the documents already present. Without `itemId`, the root holds them. */
  'document.expected': z
    .object({ ...item, names: z.array(z.string()), documents: z.int(), received: z.int() })
    .partial({ itemId: true, name: true }),
  /** `isTied` means that a request belongs to it. A null `folder` is the root. */
  'document.expectation-changed': z.object({
    ...{ name: z.string(), before: z.string(), isTied: z.boolean() },
    folder: z.string().nullable().optional(),
  }),
  'document.expectation-removed': z.object({
    names: z.array(z.string()),
    documents: z.int(),
    isUndone: z.boolean(),
  }),
  'document.expectation-met': z.object({ ...item, expected: z.string() }),
  'document.expectation-reopened': z.object({ expected: z.string() }),
  'document.renamed': z.object({ ...item, before: z.string() }),
  'document.moved': z.object({ ...item, from: parentId, to: parentId }),
  /** `items` includes the contents of folders. */
  'document.copied': z.object({ ...item, sourceId: id, items: z.int(), size: z.int() }),
  /** `documents` counts those that became visible. `number` is the waiting version. `ordered` means an ordered time. */
  'document.published': z.object({
    ...item,
    documents: z.int(),
    number: z.int().optional(),
    ordered,
  }),
  'document.unpublished': z.object({ ...item, documents: z.int(), ordered }),
  'document.publication-ordered': z.object({ ...item, publishes: z.boolean(), at: instant }),
  'document.publication-cancelled': z.object({ ...item, publishes: z.boolean(), at: instant }),
  'document.staging': z.object({ ...item, staging: z.boolean().nullable() }),
  'document.ordered': z.object({ ...item, items: z.int() }),
  /** Without an item, the root was renumbered. */
  'document.renumbered': z
    .object({ ...item, items: z.int() })
    .partial({ itemId: true, name: true }),
  'document.renumbering-undone': z
    .object({ ...item, items: z.int() })
    .partial({ itemId: true, name: true }),
  'document.deleted': z.object({ ...item, items: z.int() }),
  'document.restored': z.object({ ...item, parent: parentId, items: z.int() }),
  /** The item had not yet been in the trash for 30 days. */
  'document.destruction-ordered': z.object(item),
  /** Each file and folder has its own entry. `shared` means that a copy still holds the content. `backupsUntil` is the last day of backups with its keys. */
  'document.destroyed': z.object({
    ...item,
    size: z.int(),
    shared: z.boolean(),
    backupsUntil: z.iso.date().optional(),
  }),
  'document.viewed': z.object(item),
  /** A passage surrounds a search hit. It is logged without words, once an hour per member and document. */
  'document.passage-shown': z.object(item),
  /** The browser reports the seconds, limited by the time the document was open. */
  'document.pages-viewed': z.object({
    ...item,
    pages: z.array(z.object({ page: z.int(), seconds: z.number() })),
  }),
  'document.password-refused': z.object(item),
  /** A capture is likely, never certain. */
  'document.capture-attempted': z.object({ ...item, page: z.int() }),
  /** `version` is absent for the newest version. `pictures` counts the pages that became images for the watermark. */
  'document.downloaded': z.object({
    ...item,
    version: id.optional(),
    pictures: z.int().positive().optional(),
  }),
  /** `preview` means that no pages exist to carry the watermark. */
  'document.download-refused': z.object({
    ...item,
    reason: z.enum(['right', 'watermark', 'preview', 'view-as']),
  }),
  'document.zip-downloaded': z.object({
    name: z.string(),
    itemIds: z.array(id),
    files: z.int(),
    leftOut: z.int(),
  }),
  'document.printed': z.object(item),
  'document.print-refused': z.object({
    ...item,
    reason: z.enum(['right', 'type', 'preview', 'view-as']),
  }),
  /** This is logged at most once an hour. */
  'reading.too-fast': z.object({
    what: z.enum(['documents', 'pages', 'downloads']),
    span: z.enum(['minute', 'hour']),
    limit: z.int(),
  }),
  'room.template-saved': z.object({ template: z.string(), folders: z.int() }),
  'room.template-removed': z.object({ template: z.string() }),
} as const satisfies Record<string, z.ZodObject>
