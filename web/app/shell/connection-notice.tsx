import './connection-notice.css'
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useToast } from '../../ui/state/toasts.tsx'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Failed queries rerun after a reconnect. @param isCut true if the server does not answer. */
export function ConnectionNotice({ isCut }: { readonly isCut: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const queries = useQueryClient()
  const isOffline = !useSyncExternalStore(subscribe, () => navigator.onLine)
  const isLost = isOffline || isCut
  const wasLost = useRef(false)
  const goOn = useEffectEvent(() => {
    toast(t('network.back'))
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    })
  })
  useEffect(() => {
    if (wasLost.current && !isLost) goOn()
    wasLost.current = isLost
  }, [isLost])
  return (
    // Screen readers announce text only in an existing region.
    <div className="connection" role="status" data-lost={isLost || undefined}>
      {isLost && (
        <>
          <WifiOff />
          <span>{t(isOffline ? 'network.offline' : 'network.cut')}</span>
        </>
      )}
    </div>
  )
}
