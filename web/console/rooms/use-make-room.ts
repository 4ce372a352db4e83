import { useQuery } from '@tanstack/react-query'
import { createRoom, rooms, templates } from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { isEmail } from '../../lib/input/is-email.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { bytesOf, isPossible, peopleOf } from './limits.ts'

/** As typed. The room number names the room whose structure is copied. */
export interface NewRoom {
  readonly name: string
  readonly operator: string
  readonly email: string
  readonly storage: string
  readonly users: string
  readonly structure: string
  readonly roomNo: string
}

const NOTHING = ''
export const OF_ROOM = 'room'

export function useStructures() {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const { data: known = [] } = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => api.call(templates, {}, { signal }),
  })
  return [
    { id: NOTHING, label: t('console.noStructure') },
    ...known
      .filter((each) => each.language === language)
      .map(({ id, name }) => ({ id, label: name })),
    { id: OF_ROOM, label: t('console.structureOfRoom') },
  ]
}

/** @returns a function that answers a problem's text, or nothing once the room is made. */
export function useMakeRoom(): (room: NewRoom) => Promise<string | undefined> {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const idOf = async (typed: string): Promise<number | undefined> => {
    const found = await api.call(rooms, { query: { search: typed } })
    return found.find((each) => each.roomNo === typed)?.roomId
  }
  return async (room) => {
    const { structure } = room
    const [name, operator, email] = [room.name.trim(), room.operator.trim(), room.email.trim()]
    if (name === '' || operator === '') return t('console.required')
    if (!isEmail(email)) return t('console.emailFormat')
    const [storage, users] = [bytesOf(room.storage), peopleOf(room.users)]
    if (!isPossible(storage) || !isPossible(users)) return t('console.numberFormat')
    const structureOf = structure === OF_ROOM ? await idOf(room.roomNo.trim()) : undefined
    if (structure === OF_ROOM && structureOf === undefined) return t('console.noSuchRoom')
    const { roomNo } = await api.call(createRoom, {
      body: {
        name,
        operator: { name: operator, email },
        ...(storage === undefined ? {} : { storage }),
        ...(users === undefined ? {} : { users }),
        ...(structureOf === undefined ? {} : { structureOf }),
        ...(structure === NOTHING || structure === OF_ROOM ? {} : { template: structure }),
      },
    })
    toast(t('console.roomMade', { roomNo, email }))
    return undefined
  }
}
