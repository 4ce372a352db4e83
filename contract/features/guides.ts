import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done } from '../core/schemas.ts'

export const guideCard = z.enum([
  'viewing',
  'uploadFiles',
  'uploadRoom',
  'invitation',
  'activity',
  'asking',
  'answering',
  'firstSteps',
  'setup',
])
export type GuideCard = z.infer<typeof guideCard>

const PATH = '/room/api/room/guides'

export const closed = operation({
  name: 'guides.closed',
  method: 'GET',
  path: PATH,
  summary: 'Lists the guide cards that the caller has closed, in any browser, in order of closing.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  answer: { kind: 'json', payload: z.array(guideCard) },
})

export const close = operation({
  name: 'guides.close',
  method: 'POST',
  path: `${PATH}/close`,
  summary:
    'Records for the membership that a guide card is closed, so that the card no longer opens by itself. Closing it again changes nothing.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  body: z.strictObject({ card: guideCard }),
  answer: { kind: 'json', payload: done },
})
