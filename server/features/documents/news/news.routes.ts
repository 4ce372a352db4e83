import * as contract from '../../../../contract/features/news.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { listNews } from './list-news.ts'
import { listFavourites, listRecent } from './list-personal.ts'
import { listMailed } from './mails/list-mailed.ts'
import { setFavourite } from './set-favourite.ts'

export const newsOperations = [
  contract.list,
  contract.setFavourite,
  contract.favourites,
  contract.recent,
  contract.mailed,
] as const

export function newsHandlers(
  parts: Pick<DocumentParts, 'database'>,
): Handlers<typeof newsOperations, Actor> {
  return {
    'news.list': ({ actor, body }) => listNews(parts, actor, body),
    'news.favourite': async ({ actor, body }) => {
      await setFavourite(parts, actor, body)
      return DONE
    },
    'news.favourites': ({ actor, body }) => listFavourites(parts, actor, body),
    'news.recent': ({ actor, body }) => listRecent(parts, actor, body),
    'news.mailed': ({ actor, body }) => listMailed(parts, actor, body),
  }
}
