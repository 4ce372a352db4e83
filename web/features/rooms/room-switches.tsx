import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { type RoomInfo, roomQuery } from './room-query.ts'

type Toggle = 'watermark' | 'noti'

/** The two switches of a room. Each asks first and says what it means. */
export function RoomSwitches({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const errorText = useErrorText()
  const query = roomQuery(api, roomId)
  const room = useQuery(query).data

  const switching = useMutation({
    mutationFn: ({ watermark, noti }: RoomInfo) => api.call(updateToggles, { body: { id: roomId, watermark, noti } }),
    onSuccess: (_, next) => {
      queries.setQueryData(query.queryKey, next)
      toast(t('room.switched'))
    },
    onError: (error) => void dialogs.alert({ tone: 'error', text: errorText(error) }),
  })
  if (!room) return null

  const toggle = async (name: Toggle) => {
    const next = { ...room, [name]: !room[name] }
    const text = t(`room.${name}${next[name] ? 'On' : 'Off'}`)
    const detail = next[name] ? <p className="meta">{t(`room.${name}Hint`)}</p> : undefined
    if (await dialogs.confirm({ tone: 'check', text, detail })) switching.mutate(next)
  }

  return (['watermark', 'noti'] as const).map((name) => {
    const state = t(room[name] ? 'room.on' : 'room.off')
    const text = `${t(`room.${name}`)} ${state}`
    return <Switch key={name} isOn={room[name]} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle(name)} />
  })
}
