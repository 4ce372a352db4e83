import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { MAIL_TEXT_KINDS } from '../../core/mails/mail-texts.ts'
import { MOVABLE_PHASES } from '../../core/phase.ts'
import { instant } from '../../core/schemas.ts'
import { OPERATOR_REQUEST_KINDS } from '../console/operator-request-states.ts'
import { numbering, numberingScope } from '../documents/numbering.ts'
import { entering, readingLimits, reporting, viewing, watermarkStyle } from '../rooms.ts'

const brandPart = z.enum([
  'firm',
  'accent',
  'accentDark',
  'sender',
  'replyTo',
  'footer',
  'logo',
  'logoDark',
])

export const ROOM_ACTIVITY = {
  'room.created': z.object({ name: z.string() }),
  'room.renamed': z.object({ name: z.string(), before: z.string() }),
  'room.switched': z.object({ watermark: z.boolean(), noti: z.boolean() }),
  'room.watermark-style': watermarkStyle,
  'room.viewing': viewing,
  'room.entering': entering,
  'room.crossing': z.object({ crossing: z.boolean() }),
  'room.reporting': reporting,
  /** The log outlives the room's key, so it holds no texts. */
  'room.brand': z.object({ changed: z.array(brandPart), firm: z.string(), sender: z.string() }),
  /** `standard` lists the mails that returned to the standard text. */
  'room.mail-texts': z.object({
    own: z.array(z.enum(MAIL_TEXT_KINDS)),
    standard: z.array(z.enum(MAIL_TEXT_KINDS)),
  }),
  /** `product` means the notice of the product again. */
  'room.agreement': z.object({
    version: z.int(),
    form: z.enum(['text', 'pdf', 'product']),
    languages: z.array(z.enum(LANGUAGES)),
    pages: z.int(),
    signature: z.boolean(),
  }),
  'room.reading-limits': readingLimits,
  'room.staging': z.object({ staging: z.boolean() }),
  'room.numbering': z.object({ numbering, scope: numberingScope, names: z.boolean().optional() }),
  'room.numbering-undone': z.object({
    numbering,
    scope: numberingScope,
    names: z.boolean().optional(),
  }),
  'room.key-replaced': z.object({ values: z.int() }),
  /** `scheduled` means a configured time, and `restoredTo` is that of the restored backup. */
  'room.phase': z.object({
    phase: z.enum(MOVABLE_PHASES),
    from: z.enum(MOVABLE_PHASES),
    scheduled: z.literal(true).optional(),
    restoredTo: instant.optional(),
  }),
  'room.limits': z.object({ storage: z.int(), users: z.int() }),
  'room.structure-copied': z.object({ roomNo: z.string() }),
  'room.scheduled': z.object({ closesAt: instant.nullable() }),
  'room.closing-told': z.object({
    ahead: z.enum(['week', 'day']),
    closesAt: instant,
    people: z.int(),
  }),
  'room.destruction-asked': z.object({ destroysAt: instant }),
  'room.destruction-withdrawn': z.object({}),
  /** `time` means that nobody decided, `machine` the command line, and `restored` a database restore. */
  'room.destruction-confirmed': z.object({
    by: z.enum(['operator', 'time', 'machine', 'restored']),
  }),
  'room.key-destroyed': z.object({}),
  'room.destroyed': z.object({ documents: z.int(), versions: z.int(), bytes: z.int() }),
  /** `name` is that of a new operator; `reset` concerns an existing one. */
  'operator.asked': z.object({
    request: z.enum(OPERATOR_REQUEST_KINDS),
    email: z.string(),
    name: z.string().optional(),
    dueAt: instant,
  }),
  /** `failed` means that the room had changed meanwhile. */
  'operator.decided': z.object({
    ...{ request: z.enum(OPERATOR_REQUEST_KINDS), email: z.string() },
    decision: z.enum(['confirmed', 'refused', 'withdrawn', 'failed']),
  }),
} as const satisfies Record<string, z.ZodObject>
