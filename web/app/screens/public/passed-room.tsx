import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { LinkNotice } from '../../../features/own-rooms/index.ts'
import type { I18n } from '../../../lib/i18n.ts'
import { OWN_ROOMS_TEXTS } from '../../../locales/sources.ts'
import { useApp } from '../../use-app.ts'

function PassedRoom({ passed }: { readonly passed: string }) {
  const { sessions } = useApp()
  const navigate = useNavigate()
  const open = useSyncExternalStore(sessions.subscribe, sessions.all).find(({ roomNo }) => roomNo === passed)
  if (!open) return null
  const goBack = () => {
    sessions.open(open.roomId)
    void navigate({ to: '/' })
  }
  return <LinkNotice onBack={goBack} />
}

export async function loadPassedRoom(i18n: I18n) {
  await i18n.load(OWN_ROOMS_TEXTS)
  return { default: PassedRoom }
}
