import { z } from 'zod'
import { id, instant, parentId } from '../../core/schemas.ts'
import { LEVELS } from '../groups/levels.ts'

export const group = { groupId: id, name: z.string() }
export const period = { from: instant.optional(), until: instant.optional() }

export const grantDetails = z.object({
  groupId: id,
  group: z.string(),
  itemId: parentId,
  name: z.string(),
  index: z.string().optional(),
  before: z.enum(LEVELS).nullable(),
  level: z.enum(LEVELS).nullable(),
  after: z.literal('inherit').optional(),
  /** `was` is absent in entries of earlier releases and without an earlier grant. */
  was: z.object({ ...period, after: z.literal('inherit').optional() }).optional(),
  ...period,
})

export const groupUpdate = z.object({
  ...{
    ...group,
    before: z.string(),
    isDefault: z.boolean(),
    networks: z.array(z.string()),
    shared: z.boolean().optional(),
    ...period,
  },
  /** Earlier releases have none. */
  was: z
    .object({
      isDefault: z.boolean(),
      networks: z.array(z.string()),
      shared: z.boolean(),
      ...period,
    })
    .optional(),
})
