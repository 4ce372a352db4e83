import type { FastifyInstance } from 'fastify'
import { NEWS_COUNT_MAX } from '../contract/features/session/own-rooms.ts'
import type { Actor } from './access/actor.ts'
import type { FeatureParts } from './feature-parts.ts'
import { countNews, lastNumbering } from './features/documents/index.ts'
import { memberHandlers, memberOperations } from './features/members/index.ts'
import { rightsHandlers, rightsOperations } from './features/rights/index.ts'
import {
  agreementHandlers,
  agreementOperations,
  brandHandlers,
  brandOperations,
  mailTextHandlers,
  mailTextOperations,
  roomHandlers,
  roomOperations,
} from './features/rooms/index.ts'
import {
  addressPasskeyHandlers,
  addressPasskeyOperations,
  endViewsAsOf,
  ownRoomHandlers,
  ownRoomOperations,
  passkeyHandlers,
  passkeyOperations,
  secondStepHandlers,
  secondStepOperations,
  sessionHandlers,
  sessionOperations,
  signOnHandlers,
  signOnOperations,
} from './features/session/index.ts'
import { keepThreads } from './features/threads/index.ts'
import { mountAll } from './platform/http/mount.ts'
import type { Resources } from './resources.ts'

/** Mounts what a person enters by, and the room's settings, people and rights. */
export function mountEntrance(
  app: FastifyInstance,
  resources: Resources,
  parts: FeatureParts,
): void {
  mountSessions(app, parts)
  mountRoom(app, resources, parts)
  mountPeople(app, parts)
}

function mountSessions(app: FastifyInstance, { guard, session, documents }: FeatureParts): void {
  mountAll(app, sessionOperations, sessionHandlers(session, guard), guard)
  mountAll(app, addressPasskeyOperations, addressPasskeyHandlers(session), guard)
  const crossing = {
    ...session,
    countNews: (actor: Actor) => countNews(documents, actor, NEWS_COUNT_MAX),
  }
  mountAll(app, ownRoomOperations, ownRoomHandlers(crossing, guard), guard)
  mountAll(app, signOnOperations, signOnHandlers(session, guard), guard)
  mountAll(app, secondStepOperations, secondStepHandlers(session, guard), guard)
  mountAll(app, passkeyOperations, passkeyHandlers(session, guard), guard)
}

function mountRoom(
  app: FastifyInstance,
  { notifyAfterMs }: Resources,
  { guard, shared, members, stampImages }: FeatureParts,
): void {
  const { database, clock, keyring, blobs, pool } = shared
  const room = {
    ...members,
    notifyAfterMs,
    lastNumbering: (roomId: number) => lastNumbering(database.db, clock, roomId),
  }
  mountAll(app, roomOperations, roomHandlers(room), guard)
  mountAll(app, brandOperations, brandHandlers({ ...members, stampImages }), guard)
  mountAll(app, mailTextOperations, mailTextHandlers(members), guard)
  mountAll(app, agreementOperations, agreementHandlers({ ...members, keyring, blobs, pool }), guard)
}

function mountPeople(
  app: FastifyInstance,
  { guard, session, members, sheets }: FeatureParts,
): void {
  mountAll(app, memberOperations, memberHandlers(members), guard)
  const rights: Parameters<typeof rightsHandlers>[0] = {
    ...members,
    sheets,
    throttle: session.throttle,
    endViewsAs: (tx, groupId) => endViewsAsOf(tx, session, { subjectGroupId: groupId }, 'group'),
    keepThreads: (tx, actor, kept) => keepThreads(tx, members, actor, kept),
  }
  mountAll(app, rightsOperations, rightsHandlers(rights), guard)
}
