import { z } from 'zod'
import { READING_LIMIT_MAX, WATERMARK_STRENGTH } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { PHASES } from '../core/phase.ts'
import { done, id, instant, line, pathId } from '../core/schemas.ts'

/**
 * What an operator should know. `MAIL_NOT_SET_UP`: mails are files on the server and reach nobody. `SETUP_PENDING`: the first start made the
 * room, whose names no setting gave, or not all of them, and nobody has named it yet.
 */
const notice = z.enum(['MAIL_NOT_SET_UP', 'SETUP_PENDING'])

/** The name of a room. */
const roomName = line(100).pipe(z.string().min(1))

/** How documents are read in the room. */
export const viewing = z.object({
  /** Readers may select and copy text. Finding works either way. */
  selection: z.boolean(),
  /** Attempts to capture the screen hide the page and are logged. */
  strict: z.boolean(),
  /** A marked copy is made of page images, where otherwise it is the document itself, stamped. */
  imageCopies: z.boolean(),
})
export type Viewing = z.infer<typeof viewing>

/** How the watermark of the room looks. */
export const watermarkStyle = z.object({
  /** How much of a page it takes up. `standard`: 30 fine lines in 3 columns and five large marks. */
  density: z.enum(['light', 'standard', 'dense']),
  /** In per cent of the standard. */
  strength: z.int().min(WATERMARK_STRENGTH.least).max(WATERMARK_STRENGTH.most),
})
export type WatermarkStyle = z.infer<typeof watermarkStyle>

/** How people enter the room. */
export const entering = z.object({
  /** On a device that is new, a code that is mailed is asked for beside the PIN. */
  secondStep: z.boolean(),
})
export type Entering = z.infer<typeof entering>

/** What the room tells its operators by itself. */
export const reporting = z.object({
  /** Operators get a mail about each day on which something happened, with the signed checkpoint of the log. */
  dailyMail: z.boolean(),
})
export type Reporting = z.infer<typeof reporting>

const readingLimit = z.int().min(1).max(READING_LIMIT_MAX)

/** How fast a member may read before answers wait; beyond twice as fast nothing is given until the minute or hour is over. */
export const readingLimits = z.object({
  documentsPerMinute: readingLimit,
  pagesPerMinute: readingLimit,
  /** Prints count as downloads. */
  downloadsPerMinute: readingLimit,
  documentsPerHour: readingLimit,
  pagesPerHour: readingLimit,
  downloadsPerHour: readingLimit,
})
export type ReadingLimits = z.infer<typeof readingLimits>

/** How far the end of a room has come; all its members see it. */
export const standing = z.object({
  phase: z.enum(PHASES),
  /** Since when; null where it has never been another one. */
  phaseAt: instant.nullable(),
  /** When it closes by itself. */
  closesAt: instant.nullable(),
  /** When a destruction that was asked for begins by itself. */
  destroysAt: instant.nullable(),
})
export type Standing = z.infer<typeof standing>

export const info = operation({
  name: 'rooms.info',
  method: 'GET',
  path: '/room/api/room/info/:roomId',
  summary:
    'Name, number and switches of the room; beside it whether this session has the operator area open, notices about the server for operators, and how long new documents are gathered for one mail.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.read',
  viewAs: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      roomName: z.string(),
      roomNo: z.string(),
      watermark: z.boolean(),
      noti: z.boolean(),
      watermarkStyle,
      viewing,
      entering,
      reporting,
      createdAt: instant,
      ...standing.shape,
    }),
    beside: z.object({
      raised: z.boolean(),
      notices: z.array(notice),
      /** How long new documents are gathered for one mail about them. */
      notifyAfterMinutes: z.int().nonnegative(),
    }),
  },
})

export const updateName = operation({
  name: 'rooms.updateName',
  method: 'POST',
  path: '/room/api/room/update/name',
  summary: 'Renames the room; entries and mails of the past keep the name before.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, roomName }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateToggles = operation({
  name: 'rooms.updateToggles',
  method: 'PUT',
  path: '/room/api/room/update/toggle',
  summary: 'Switches the watermark and the new-document notification.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, noti: z.boolean(), watermark: z.boolean() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateViewing = operation({
  name: 'rooms.updateViewing',
  method: 'PUT',
  path: '/room/api/room/update/viewing',
  summary: 'Changes how documents are read in the room; what is not named stays as it is.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, ...viewing.partial().shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateWatermarkStyle = operation({
  name: 'rooms.updateWatermarkStyle',
  method: 'PUT',
  path: '/room/api/room/update/watermark',
  summary: 'Changes how the watermark looks, on whatever leaves from then on.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, ...watermarkStyle.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateEntering = operation({
  name: 'rooms.updateEntering',
  method: 'PUT',
  path: '/room/api/room/update/entering',
  summary: 'Switches the second step, for everybody who enters from then on.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, ...entering.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateReporting = operation({
  name: 'rooms.updateReporting',
  method: 'PUT',
  path: '/room/api/room/update/reporting',
  summary: 'Switches the daily mail to operators. What happens while it is off is never mailed.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, ...reporting.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const readReadingLimits = operation({
  name: 'rooms.readReadingLimits',
  method: 'GET',
  path: '/room/api/room/readingLimits/:roomId',
  summary: 'How fast members may read in the room before answers wait.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: readingLimits },
})

export const updateReadingLimits = operation({
  name: 'rooms.updateReadingLimits',
  method: 'PUT',
  path: '/room/api/room/update/readingLimits',
  summary: 'Sets how fast members may read in the room. A limit for an hour is not lower than that for a minute.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, ...readingLimits.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
