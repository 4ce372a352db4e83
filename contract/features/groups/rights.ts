import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import {
  done,
  id,
  instant,
  line,
  parentId,
  pathId,
  queryId,
  queryPaging,
} from '../../core/schemas.ts'
import { GROUP_KINDS } from '../threads/thread-roles.ts'
import { LEVELS } from './levels.ts'

export const GROUP_COLORS = [
  'gray',
  'blue',
  'green',
  'amber',
  'red',
  'violet',
  'teal',
  'pink',
] as const

const groupName = line(LIMITS.groupNameLength).pipe(z.string().min(1))
const color = z.enum(GROUP_COLORS)
/** The ranges are CIDR of IPv4 or IPv6; an empty list permits every address. */
const networks = z.array(z.string().max(50)).max(LIMITS.networksPerGroup)
const level = z.enum(LEVELS)

const limit = instant.nullable().optional()

const group = z.object({
  id,
  name: z.string(),
  color,
  members: z.int().nonnegative(),
  /** People invited without a group join it. */
  isDefault: z.boolean(),
  kind: z.enum(GROUP_KINDS),
  shared: z.boolean(),
  /** The code precedes the group's question numbers. */
  code: z.string(),
  from: instant.optional(),
  until: instant.optional(),
  networks: z.array(z.string()),
})

export const groups = operation({
  name: 'rights.groups',
  method: 'GET',
  path: '/room/api/group/list/:roomId',
  summary: 'Lists the groups of the room, in order of creation.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(group) },
})

export const createGroup = operation({
  name: 'rights.createGroup',
  method: 'POST',
  path: '/room/api/group',
  summary:
    'Creates a group. `level` applies to the root, and defaults to that of the default group.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  body: z.strictObject({
    roomId: id,
    name: groupName,
    color: color.optional(),
    level: level.optional(),
    kind: z.enum(GROUP_KINDS).optional(),
    shared: z.boolean().optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ id }) },
})

/** `was` is what the caller saw, and a difference refuses the change. Times that it omits stay unless the change names them. */
const was = z.strictObject({
  level: level.nullable(),
  from: instant.nullable().optional(),
  until: instant.nullable().optional(),
  after: z.enum(['none', 'inherit']).optional(),
})

export const grantChange = z.strictObject({
  groupId: id,
  itemId: parentId,
  /** Null inherits. */
  level: level.nullable(),
  from: limit,
  until: limit,
  /** After the end, nothing is visible or the folder above counts. */
  after: z.enum(['none', 'inherit']).optional(),
  was: was.optional(),
})

/** What the caller saw of a group, where a difference refuses the change. */
const groupWas = z.strictObject({
  name: groupName.optional(),
  color: color.optional(),
  from: limit,
  until: limit,
  networks: networks.optional(),
  defaultId: id.optional(),
})

export const updateGroup = operation({
  name: 'rights.updateGroup',
  method: 'POST',
  path: '/room/api/group/update',
  summary:
    'Updates the given fields of a group. `until` may be `now`, by the server’s clock, which also removes a beginning in the future. Outside `from` and `until`, people of the group have no access. Calls from outside `networks` are refused. `root` changes the grant on the root in the same transaction. If something differs from `was`, nothing changes and the call fails with GROUP_CHANGED.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  body: z.strictObject({
    id,
    roomId: id,
    name: groupName.optional(),
    color: color.optional(),
    isDefault: z.literal(true).optional(),
    shared: z.boolean().optional(),
    from: limit,
    until: z.union([limit, z.literal('now')]),
    networks: networks.optional(),
    root: grantChange.omit({ groupId: true, itemId: true }).extend({ level }).optional(),
    was: groupWas.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

/** The place from which people are taken back. */
const formerPlace = z.strictObject({ id, from: limit, until: limit })

export const moveMembers = operation({
  name: 'rights.moveMembers',
  method: 'POST',
  path: '/room/api/group/members',
  summary:
    'Moves participants into the group. Open sessions follow within a second. `from` and `until` limit their time in the group. With `was`, people who are no longer there, in that group with those times, stay where they are, and the answer lists them as `skipped`.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  body: z.strictObject({
    id,
    roomId: id,
    managementIds: z.array(id).min(1).max(LIMITS.listMax),
    from: limit,
    until: limit,
    was: formerPlace.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ skipped: z.array(id) }).nullable() },
})

export const removeGroup = operation({
  name: 'rights.removeGroup',
  method: 'POST',
  path: '/room/api/group/remove',
  summary:
    'Deletes a group with its grants. Its members and questions move to the group `into`, which becomes the default group if the deleted one was. People of `into` see those questions only with `showThreads`. With `onlyNew`, a group that has people, questions or grants on items, or is the default, is refused.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  body: z.strictObject({
    id,
    roomId: id,
    into: id,
    showThreads: z.boolean().optional(),
    onlyNew: z.literal(true).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

const grantRow = z.object({
  groupId: id,
  itemId: parentId,
  level,
  from: instant.optional(),
  until: instant.optional(),
  after: z.literal('inherit').optional(),
})

export const grants = operation({
  name: 'rights.grants',
  method: 'GET',
  path: '/room/api/grant/list/:roomId',
  summary:
    'Lists the grants set on items of the room themselves, by group and item. Item 0 is the root.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({
    groupId: queryId.optional(),
    itemId: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional(),
    ...queryPaging,
  }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(grantRow), paged: true },
})

const changes = z.array(grantChange).min(1).max(LIMITS.grantsPerCall)

export const grant = operation({
  name: 'rights.grant',
  method: 'POST',
  path: '/room/api/grant',
  summary: 'Sets or removes grants, all in one transaction. A refusal names the row, from 1.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({ roomId: id, changes }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

/** Documents of a group become visible or invisible, or change their level. Counts that take too long are absent. */
export const effect = z.object({
  groupId: id,
  shown: z.int().nonnegative().optional(),
  hidden: z.int().nonnegative().optional(),
  changed: z.int().nonnegative().optional(),
  /** Only the first documents were counted, if any. */
  isCapped: z.boolean(),
})

export const preview = operation({
  name: 'rights.preview',
  method: 'POST',
  path: '/room/api/grant/preview',
  summary:
    'Returns the effect of grant changes, in documents by group, without changing anything. With `isCapped`, the numbers count only the first documents, or are absent if the count took too long, which does not mean no effect.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({ roomId: id, changes }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ effects: z.array(effect) }) },
})

/** The root has the id 0. */
const source = z.object({ itemId: parentId, name: z.string(), until: instant.optional() })

export const effective = operation({
  name: 'rights.effective',
  method: 'GET',
  path: '/room/api/grant/effective',
  summary:
    'Returns who can see an item: each group with its level, the grant behind the level, and the group’s people with their rights. The level of a staged item is none; `whenPublished` is the one that will count.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  query: z.strictObject({
    roomId: queryId,
    itemId: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  }),
  identity: { query: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        groupId: id,
        level,
        /** Only the name is visible, for an item below. */
        isPath: z.boolean(),
        isInTime: z.boolean(),
        from: source,
        /** A staged item or folder gets this level once it is published. */
        whenPublished: level.optional(),
        /** The group sees the item from these networks only; an empty list permits all. */
        networks: z.array(z.string()),
        members: z.array(
          z.object({
            ...{
              managementId: id,
              userName: z.string(),
              print: z.boolean(),
              download: z.boolean(),
              access: z.boolean(),
            },
            /** The times of group and membership and the person's access count. */
            sees: z.boolean(),
            from: instant.optional(),
            until: instant.optional(),
          }),
        ),
      }),
    ),
  },
})

export const reach = operation({
  name: 'rights.reach',
  method: 'POST',
  path: '/room/api/grant/reach',
  summary:
    'Lists what a group or person can see in a folder: items with their level and the grant behind the level.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  body: z.strictObject({
    roomId: id,
    groupId: id.optional(),
    roomManagerId: id.optional(),
    parent: parentId,
    cursor: z.string().max(2_000).optional(),
    limit: z.int().min(1).max(LIMITS.listMax).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id,
        name: z.string(),
        isFolder: z.boolean(),
        level,
        isPath: z.boolean(),
        from: source,
        /** A person's values combine the level and the switches. */
        print: z.boolean(),
        download: z.boolean(),
      }),
    ),
    paged: true,
  },
})
