import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { type Followed, followAct, type Hearing } from './follow-act.ts'

/** @param work passes the act's name to the server, without a timeout. */
type Follow = <T>(hearing: Hearing, work: (act: string) => Promise<T>) => Followed<T>

export function useFollow(roomId: number): Follow {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  return (hearing, work) => {
    const onUnknown = () => void queries.invalidateQueries()
    return followAct(
      { ...hearing, api, roomId, unknownText: t('item.outcomeUnknown'), onUnknown },
      work,
    )
  }
}
